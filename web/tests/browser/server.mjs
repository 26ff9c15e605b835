// Starts the program like a person would, on a free port and with its own data folder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const program = process.env.SPAR ?? join(import.meta.dirname, "../../../target/debug/spar");

// In tests, one address plays all games at once, many times faster than a person.
const limits = ["--requests-per-minute", "--address-requests-per-minute", "--new-people-per-hour"];
const roomy = ["--log", "off", ...limits.flatMap((limit) => [limit, "1000000"])];

export class Server {
  /** @param {string} data the folder with its store */
  constructor(data) {
    this.data = data;
    this.address = "";
  }

  /** A server with an empty store. */
  static async fresh() {
    const server = new Server(await mkdtemp(join(tmpdir(), "spar-browser-")));
    await server.start();
    return server;
  }

  /** Starts it; later starts use the same port, because links contain it. */
  async start() {
    const port = this.address ? new URL(this.address).port : "0";
    const options = ["serve", "--port", port, "--data", this.data, ...roomy];
    this.process = spawn(program, options, { stdio: ["ignore", "pipe", "pipe"] });
    this.address = await printedAddress(this.process);
  }

  /** Ends it like a power cut: it cannot save anything before it ends. */
  async kill() {
    this.process.kill("SIGKILL");
    await once(this.process, "exit");
  }

  async close() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }

  /**
   * Sends a request to the API.
   * @param {string} path
   * @param {Record<string, string>} query
   */
  async ask(path, query = {}) {
    const answer = await fetch(`${this.address}/api/${path}?${new URLSearchParams(query)}`);
    const body = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    return body;
  }
}

/** The address that the program prints once it listens. */
async function printedAddress(process) {
  const said = [];
  const address = new Promise((found, failed) => {
    for (const stream of [process.stdout, process.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        said.push(line);
        const match = line.match(/http:\/\/[\w.:[\]-]+/);
        if (match) found(match[0]);
      });
    }
    process.once("error", failed);
    process.once("exit", (code) => failed(new Error(`it ended with ${code}: ${said.join("\n")}`)));
  });
  return address;
}
