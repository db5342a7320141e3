/** Python in a worker: the runtime, our package, and the packages of the games when they are needed. */

import { SIZES } from "./sizes.js";

const FOLDER = "/rasputitsa";
const RUNTIME = ["runtime/pyodide.asm.wasm", "runtime/python_stdlib.zip", "python/core.zip"];

/** @param {string} path  within the folder of this version */
const file = (path) => new URL(`../${path}`, import.meta.url).href;

/** Many hosts do not know what WebAssembly is, and browsers take it only by its own type. @param {string} path @param {Headers} sent */
function typed(path, sent) {
  const headers = new Headers(sent);
  if (path.endsWith(".wasm")) headers.set("content-type", "application/wasm");
  return headers;
}

/** Counts what is fetched of these files. @param {string[]} paths @param {(done: number, total: number) => void} told */
function countFetches(paths, told) {
  const fetchNow = self.fetch;
  const total = paths.reduce((sum, path) => sum + (SIZES[path] ?? 0), 0);
  let done = 0;
  self.fetch = async (wanted, options) => {
    const response = await fetchNow(wanted, options);
    const path = paths.find((one) => file(one) === (wanted instanceof Request ? wanted.url : String(wanted)));
    if (!path || !response.ok || !response.body) return response;
    const counter = new TransformStream({
      transform(chunk, controller) {
        done += chunk.length;
        told(Math.min(done, total), total);
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { headers: typed(path, response.headers) });
  };
}

/** @param {string} name  of an archive */
async function archive(name) {
  const response = await fetch(file(`python/${name}.zip`));
  if (!response.ok) throw new Error(`A part of the program could not be loaded (${response.status}).`);
  return response.arrayBuffer();
}

/** @param {(done: number, total: number) => void} told  of how much is loaded */
export async function startPython(told) {
  countFetches(RUNTIME, told);
  const core = archive("core");
  core.catch(() => {}); // it is noticed below
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(file("runtime/pyodide.js")),
    import(file("runtime/pyodide.asm.js")),
  ]);
  const python = await loadPyodide({ indexURL: file("runtime/"), createPyodideModule });
  const unpack = (/** @type {ArrayBuffer} */ data) => python.unpackArchive(data, "zip", { extractDir: FOLDER });
  unpack(await core);
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  /** @type {Map<string, Promise<void>>} */
  const games = new Map();
  /** Gets the package of a game, once. @param {string} game @returns {Promise<void>} */
  const need = (game) => {
    let found = games.get(game);
    if (!found) {
      found = archive(game).then((data) => {
        unpack(data);
        python.runPython("import sys; sys.path_importer_cache.clear()"); // what is new in the folder is found
      });
      games.set(game, found);
      found.catch(() => games.delete(game));
    }
    return found;
  };
  return { python, need };
}
