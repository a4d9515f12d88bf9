/** The most modules of one code that are read. */
const MOST = 8;

const PYTHON = /^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+([\w, *]+)|import[ \t]+([\w., \t]+))/gm;
/** Other languages name a module of the project by a path: `require("./x")`, `import … from "../x"`. */
const BY_PATH =
  /(?:\b(?:require(?:_relative)?|import|from|load|include(?:_once)?|require_once|do|execfile|run_path)\b\s{0,4}\(?\s{0,4}|\bexec\s{0,4}\(\s{0,4}open\s{0,4}\(\s{0,4})["'](\.{0,2}\/?[^"'\n]{1,200})["']/g;
/** Python runs a module of the project by its name: `runpy.run_module("x")`. */
const RUN_MODULE = /\brun_module\s{0,4}\(\s{0,4}["']([\w.]{1,200})["']/g;
/** Matches the calls whose path needs no folder to be that of a file. */
const RUNS_PATH = /^(?:require_relative|load|include|require_once|do|exec|run_path)/;
const ENDINGS = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.ts", ".rb", ".pl"] as const;

/** Matches the beginning of the code that a module runs only if it is not imported. */
const AS_PROGRAM = /^if[ \t(]{1,3}(?:__name__\s*==|require\.main\s*===|__FILE__\s*==|import\.meta\.main)/m;
/** Matches the line in the first column that begins a function or a class. */
const DEFINES =
  /^(?:export[ \t]+)?(?:default[ \t]+)?(?:async[ \t]+)?(?:(?:def|function|class|sub)[ \t*]+|(?:module\.)?exports\.|(?:const|let|var)[ \t]+(?=\w+[ \t]*=[ \t]*(?:async[ \t]*)?(?:\(|function|\w+[ \t]*=>)))(\w+)/;

/**
 * Puts the text of the project's modules that code imports in front of the code. Of a module, functions that nothing
 * names and code that runs only without an import are left out.
 * @param read returns the text of a file beside the code; `undefined` if it is not to be read
 */
export function withImports(code: string, read: (file: string) => string | undefined): string {
  const known = new Set<string>();
  let whole = code;
  const add = (importing: string, folder: string): void => {
    for (const files of modulesIn(importing))
      for (const file of files.map((one) => folder + one)) {
        if (known.has(file) || known.size >= MOST * ENDINGS.length) continue;
        known.add(file);
        const text = read(file);
        if (text === undefined) continue;
        const used = usedOf(text, whole);
        whole = `${used}\n${whole}`;
        add(used, file.replace(/[^/]*$/, ""));
        break;
      }
  };
  add(code, "");
  return whole;
}

/** For each module that code imports, the files that may hold the module. */
function modulesIn(code: string): string[][] {
  const modules = [...code.matchAll(PYTHON)].flatMap(([, from, names = "", plain = ""]) => {
    if (from === undefined) return plain.split(",").map((one) => pathsOf(one.trim().split(/\s/)[0]!));
    const inside = names.split(",").map((name) => pathsOf(`${from}.${name.trim().split(/\s/)[0]}`));
    return [pathsOf(from), ...inside];
  });
  const byPath = [...code.matchAll(BY_PATH)].flatMap(([whole, path = ""]) =>
    /^\.{0,2}\//.test(path) || RUNS_PATH.test(whole) ? [ENDINGS.map((ending) => path + ending)] : [],
  );
  const ran = [...code.matchAll(RUN_MODULE)].map(([, module = ""]) => pathsOf(module));
  return [...modules, ...ran, ...byPath].slice(0, MOST);
}

function pathsOf(module: string): string[] {
  const path = module.replace(/^\.+/, "").replaceAll(".", "/");
  return path === "" ? [] : [`${path}.py`, `${path}/__init__.py`];
}

/** The part of a module that runs if it is imported: all but functions and classes that the importing code names not. */
function usedOf(module: string, importing: string): string {
  const end = AS_PROGRAM.exec(module)?.index ?? module.length;
  const blocks = module.slice(0, end).split(/\n(?=[^\s)}\]#/])/);
  const names = blocks.map((block) => DEFINES.exec(block)?.[1]);
  let used = blocks.map((_, at) => names[at] === undefined);
  for (let round = 0; round < 3; round += 1) {
    const text = [importing, ...blocks.filter((_, at) => used[at])].join("\n");
    used = used.map((isUsed, at) => isUsed || new RegExp(String.raw`\b${names[at]}\b`).test(text));
  }
  return blocks.filter((_, at) => used[at]).join("\n");
}
