/** How code names the home folder; behind some of them stands an empty pair of brackets. */
export const HOME = /^(?:(?:[\w$]+\.)*(?:homedir|Path\.home)|Dir\.home|process\.env\.(?:HOME|USERPROFILE))$/;
export const ENVIRONMENT = /^(?:ENV|os\.environ|\$ENV|\$_ENV|\$_SERVER|process\.env)$/;
export const READS_ENVIRONMENT = /^(?:os\.getenv|os\.environ\.get|getenv|ENV\.fetch)$/;
export const OF_HOME = /^(?:HOME|USERPROFILE)$/;
export const HERE = /^(?:os\.getcwd|process\.cwd|getcwd|Dir\.pwd|Path\.cwd)$/;
/** A module has any name; a list's own `join` is given one text. */
export const JOINS = /^(?:(?:[\w$]+\.)*(?:join|resolve)|joinpath|(?:pathlib\.)?(?:Pure)?Path)$/;
/** The path that they are given is meant, as they print or find it. */
export const SAME =
  /^(?:(?:os\.)?path\.(?:expanduser|expandvars|abspath|realpath|normpath)|expanduser|realpath|str|os\.fspath|String|File\.(?:expand_path|realpath)|(?:glob\.)?i?glob|globSync|(?:[\w$]+\.)*globSync|Dir\.glob|list|sorted|iter|Array\.from|fs\.realpathSync)$/;
/** Names in a folder, and the walk through it. */
export const NAMES =
  /^(?:os\.listdir|listdir|(?:[\w$]+\.)*readdir(?:Sync)?|scandir|Dir\.(?:children|entries|each_child))$/;
export const PATHS = /^os\.scandir$/;
export const WALK = /^(?:os\.)?f?walk$/;
/** Methods of a path. */
export const SAME_METHOD = /^(?:expanduser|resolve|absolute|as_posix|toString|to_s|sort|path|trim|strip|freeze)$/;
