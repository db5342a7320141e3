// node compile.mjs FOLDER: the archives in FOLDER/archives get bytecode in place of their modules, by the Python in FOLDER/runtime.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/runtime/pyodide.mjs`).href);
  const env = { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" }; // the same bytes in every build, and few
  const python = await loadPyodide({ indexURL: `${folder}/runtime/`, env });
  python.mountNodeFS("/archives", `${folder}/archives`);
  python.FS.writeFile("/in_node.py", readFileSync(`${folder}/in_node.py`, "utf8"));
  python.runPython("import sys; sys.path.insert(0, '/'); import in_node; in_node.compile_all('/archives')");
} catch (error) {
  console.error(error.message); // without the source around it, which is one long line
  process.exitCode = 1;
}
