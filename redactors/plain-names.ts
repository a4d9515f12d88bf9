/**
 * Names of what agents send at every event, which promise nothing: to find that out costs a hook the compiling of all
 * patterns of names.
 */
export const PLAIN_NAMES: readonly string[] =
  "role content type text name tool_calls function arguments input output result command description prompt path file_path filePath old_string new_string stdout stderr interrupted isImage noOutputExpected success error status data exit_code exitCode message messages metadata index title lines content_type file numLines startLine totalLines filenames numFiles durationMs returnCodeInterpretation structuredPatch oldStart oldLines newStart newLines".split(
    " ",
  );
