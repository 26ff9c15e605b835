// A cell in words, for screen readers.
import type { CellView, GroupView, LegalMove, SceneView, SideWord, TokenView } from "../api/types";
import { target } from "./choose";
import type { Mark } from "./marks";
import { isMarked } from "./paint";

const sideName = (side: SideWord, sides: string[]) => (side === "first" ? sides[0] : sides[1]) ?? side;

/** A square of a track: `square 14, ladder to 18`, `square 9, Full is here`. */
function squareWords(scene: SceneView, index: number, sides: string[]): string[] {
  const cell = scene.cells[index];
  const words = [`square ${cell?.name}`];
  if (index === 0) words.push("start");
  if (index === scene.cells.length - 1) words.push("goal");
  const link = scene.links.find(({ from }) => from === index);
  if (link) words.push(`${link.kind} to ${scene.cells[link.to]?.name}`);
  const here = (cell?.tokens ?? []).map((token) => tokenWords(token, sides));
  if (here.length > 0) words.push(`${here.join(" and ")} ${here.length > 1 ? "are" : "is"} here`);
  return words;
}

/** A token: `X`, `X, full disc`, `wolf`, `5 sticks`. */
export function tokenWords({ side, kind, count }: TokenView, sides: string[]): string {
  if (!side) return count > 1 ? `${count} ${kind}s` : kind;
  const name = sideName(side, sides);
  const many = count > 1 ? `${count} ` : "";
  switch (kind) {
    case "cross":
    case "ring":
    case "pawn":
      return `${many}${name}`;
    case "disc":
      return `${many}${name}, ${side === "first" ? "full disc" : "hollow disc"}`;
    default:
      return name.toLowerCase() === kind ? `${many}${name}` : `${many}${name} ${kind}`;
  }
}

/** The content of a cell: its tokens, or `empty`. */
export function contentWords({ tokens }: Pick<CellView, "tokens">, sides: string[]): string {
  return tokens.length === 0 ? "empty" : tokens.map((token) => tokenWords(token, sides)).join(" and ");
}

/** The part of the board that contains a cell, with its state: `layer 2`, `b1, won by X`. */
function groupWords(group: GroupView | undefined, sides: string[]): string[] {
  if (!group) return [];
  const words = group.name ? [group.name] : [];
  if (group.state === "next") words.push("play here");
  if (group.state === "drawn") words.push("drawn");
  if (group.state === "first" || group.state === "second")
    words.push(`won by ${sideName(group.state, sides)}`);
  return words;
}

/** The links of a vertex that belong to a side: `joined to 3 by X`. */
function linkWords(scene: SceneView, index: number, sides: string[]): string[] {
  return scene.links.flatMap(({ from, to, side }) => {
    if (!side || (from !== index && to !== index)) return [];
    return [`joined to ${scene.cells[from === index ? to : from]?.name} by ${sideName(side, sides)}`];
  });
}

/** The full description of a cell: `b3, empty, drop here, win in 3`. */
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
  const isNode = cell.shape === "node" && cell.tokens.length === 0;
  const words = isSquare
    ? squareWords(scene, index, sides)
    : [...groupWords(group, sides), cell.name, ...(isNode ? [] : [contentWords(cell, sides)])];
  if (cell.shape === "node") words.push(...linkWords(scene, index, sides));
  if (cell.tokens.length === 0 && !isSquare) {
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
    if (mark.kind === "missed") words.push("missed");
    if (mark.kind === "choice") words.push(`choose ${mark.name}`);
    if (mark.kind === "value") words.push(mark.value.words);
  }
  if (isMarked(cell) && !isSquare) words.push("in the line");
  return words.join(", ");
}
