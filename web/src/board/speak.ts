// A cell in words, for people who hear the board.
import type { CellView, LegalMove, SceneView } from "../api/types";
import { target } from "./choose";
import type { Mark } from "./marks";

/** A square of a track: `square 14, ladder to 18`, `square 9, Full is here`. */
function squareWords(scene: SceneView, index: number, sides: string[]): string[] {
  const cell = scene.cells[index];
  const words = [`square ${cell?.name}`];
  if (index === 0) words.push("start");
  if (index === scene.cells.length - 1) words.push("goal");
  const link = scene.links.find(({ from }) => from === index);
  if (link) words.push(`${link.kind} to ${scene.cells[link.to]?.name}`);
  const [first, second] = sides;
  if (cell?.token === "both") words.push(`${first} and ${second} are here`);
  else if (cell?.token) words.push(`${cell.token === "cross" ? first : second} is here`);
  return words;
}

/** What stands on a cell: `X`, `X, full disc`, `empty`. */
export function tokenWords(cell: CellView, sides: string[]): string {
  if (!cell.token) return "empty";
  const side = (cell.token === "cross" ? sides[0] : sides[1]) ?? cell.token;
  if (cell.shape !== "round") return side;
  return `${side}, ${cell.token === "cross" ? "full disc" : "hollow disc"}`;
}

/** All that is to be said of a cell: `b3, empty, drop here, win in 3`. */
export function cellWords(
  scene: SceneView,
  index: number,
  sides: string[],
  moves: LegalMove[],
  marks: Mark[],
): string {
  const cell = scene.cells[index];
  if (!cell) return "";
  const group = scene.groups[cell.group];
  const isSquare = cell.shape === "tile";
  const words = isSquare
    ? squareWords(scene, index, sides)
    : [group?.name ? `${group.name}, ${cell.name}` : cell.name, tokenWords(cell, sides)];
  if (!cell.token && !isSquare) {
    const landing = moves.find((move) => target(move) === index);
    const through = landing ? undefined : moves.find((move) => move.also.includes(index));
    if (landing && group?.falls) words.push("drop here");
    const ground = through && scene.cells[target(through) ?? -1];
    if (ground) words.push(`drops to ${ground.name}`);
  }
  for (const mark of marks) {
    if (mark.cell !== index) continue;
    if (mark.kind === "last") words.push("last move");
    if (mark.kind === "hint") words.push("hint");
    if (mark.kind === "picked") words.push("chosen");
    if (mark.kind === "choice") words.push(`choose ${mark.name}`);
    if (mark.kind === "value") words.push(mark.value.words);
  }
  if (cell.line && !isSquare) words.push("in the line");
  return words.join(", ");
}
