// Where each part of a scene is drawn, in scene units: a cell is 100 units wide.
import type { GroupView, LinkView, SceneView } from "../api/types";

/** The position of a cell: its upper left corner and its size. */
export interface Spot {
  cell: number;
  x: number;
  y: number;
  size: number;
}

/** A text next to or inside the cells. */
export interface Label {
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

/** A block of cells. */
export interface Block {
  group: number;
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether its cells are holes in a frame. */
  framed: boolean;
  /** Whether some places have no cell: a panel then shows the board below the cells. */
  panel: boolean;
}

/** The path of a link. */
export interface Way {
  from: number;
  to: number;
  kind: LinkView["kind"];
  /** Points of a smooth curve; two points for a straight line. */
  points: [number, number][];
}

export interface Layout {
  width: number;
  height: number;
  /** By index of the cell. */
  spots: Spot[];
  blocks: Block[];
  labels: Label[];
  ways: Way[];
  /** Indices of cells in reading order: a list per row, from the upper left. */
  rows: number[][];
}

const CELL = 100;
const GAP = 8;
const PITCH = CELL + GAP;
const FRAME = 16;
const BETWEEN = 44;
const TITLE = 34;
const OUTSIDE = 32;

interface Wish {
  /** Mirrored: sides swapped, and upside down where nothing falls. */
  flipped?: boolean;
  /** How many groups are side by side. */
  across?: number;
  /** Whether coordinates are drawn. */
  coordinates?: boolean;
}

/** Lays out a scene. */
export function layout(scene: SceneView, wish: Wish = {}): Layout {
  const { flipped = false, coordinates = true } = wish;
  const across = Math.max(1, Math.min(wish.across ?? square(scene.groups.length), scene.groups.length));
  const cellsOf = scene.groups.map((_, group) => scene.cells.filter((cell) => cell.group === group));
  const framed = cellsOf.map((cells) => cells.some(({ shape }) => shape === "round"));
  const named = scene.groups.some((group) => group.name !== "");
  const sizes = scene.groups.map((group, index) => blockSize(group, framed[index] ?? false, coordinates));
  const widest = Math.max(0, ...sizes.map((size) => size.width));
  const tallest = Math.max(0, ...sizes.map((size) => size.height)) + (named ? TITLE : 0);
  const down = Math.ceil(scene.groups.length / across);
  const inPlace = scene.groups.some(({ at }) => at);
  const corners = scene.groups.map(({ at }, index): [number, number] =>
    inPlace
      ? [((at?.[0] ?? 0) * PITCH) / CELL, ((at?.[1] ?? 0) * PITCH) / CELL]
      : [(index % across) * (widest + BETWEEN), Math.floor(index / across) * (tallest + BETWEEN)],
  );
  const far = (side: 0 | 1) =>
    Math.max(
      0,
      ...corners.map((corner, index) => corner[side] + (sizes[index]?.[side ? "height" : "width"] ?? 0)),
    );
  const width = inPlace ? far(0) : across * widest + (across - 1) * BETWEEN;
  const height = inPlace ? far(1) + (named ? TITLE : 0) : down * tallest + (down - 1) * BETWEEN;

  const blocks: Block[] = [];
  const labels: Label[] = [];
  scene.groups.forEach((group, index) => {
    const frame = framed[index] ?? false;
    const size = sizes[index] ?? { width: 0, height: 0 };
    const [x, y] = corners[index] ?? [0, 0];
    // Groups with fixed positions are turned with the board.
    const [atX, atY] = inPlace && flipped ? [far(0) - x - size.width, far(1) - y - size.height] : [x, y];
    const left = atX + (frame && coordinates ? OUTSIDE : 0);
    const top = atY + (named ? TITLE : 0);
    const edge = frame ? FRAME : 0;
    const inner = {
      width: group.width * PITCH - GAP + 2 * edge,
      height: group.height * PITCH - GAP + 2 * edge,
    };
    const cells = cellsOf[index] ?? [];
    const panel = cells.length < group.width * group.height && cells.every(({ shape }) => shape === "square");
    blocks.push({ group: index, name: group.name, x: left, y: top, ...inner, framed: frame, panel });
    if (coordinates) labels.push(...coordinateLabels(group, frame, flipped, left, top));
  });

  const spots = scene.cells.map((cell, index) => {
    const group = scene.groups[cell.group];
    const block = blocks[cell.group];
    if (!group || !block) return { cell: index, x: 0, y: 0, size: CELL };
    const edge = block.framed ? FRAME : 0;
    const column = flipped ? group.width - 1 - cell.x : cell.x;
    const row = flipped && !group.falls ? group.height - 1 - cell.y : cell.y;
    return { cell: index, x: block.x + edge + column * PITCH, y: block.y + edge + row * PITCH, size: CELL };
  });

  return {
    width,
    height,
    spots,
    blocks,
    labels,
    ways: scene.links.map((link) => placed(link, blocks[0], spots, flipped)),
    rows: readingRows(scene, spots),
  };
}

/** A link on its block; its path is given in hundredths of the distance between cells. */
function placed(link: LinkView, block: Block | undefined, spots: Spot[], flipped: boolean): Way {
  const { from, to, kind, path } = link;
  if (path.length === 0) return { from, to, kind, points: [middle(spots[from]), middle(spots[to])] };
  const { x: left, y: top, width, height } = block ?? { x: 0, y: 0, width: 0, height: 0 };
  const points = path.map(([right = 0, down = 0]): [number, number] => {
    const [x, y] = [(right * PITCH) / 100 - GAP / 2, (down * PITCH) / 100 - GAP / 2];
    return [left + (flipped ? width - x : x), top + (flipped ? height - y : y)];
  });
  return { from, to, kind, points };
}

function middle(spot: Spot | undefined): [number, number] {
  return spot ? [spot.x + spot.size / 2, spot.y + spot.size / 2] : [0, 0];
}

function square(groups: number): number {
  return Math.ceil(Math.sqrt(groups));
}

function blockSize(group: GroupView, framed: boolean, coordinates: boolean) {
  const edge = framed ? FRAME : 0;
  const outside = framed && coordinates ? OUTSIDE : 0;
  return {
    width: group.width * PITCH - GAP + 2 * edge + outside,
    height: group.height * PITCH - GAP + 2 * edge + outside,
  };
}

/** Tiles have their coordinates inside, a frame has them below and to the left. */
function coordinateLabels(
  group: GroupView,
  framed: boolean,
  flipped: boolean,
  left: number,
  top: number,
): Label[] {
  const columns = flipped ? [...group.columns].reverse() : group.columns;
  const rows = flipped && !group.falls ? [...group.rows].reverse() : group.rows;
  const width = group.width * PITCH - GAP;
  const height = group.height * PITCH - GAP;
  const below = columns.map((text, column): Label => {
    const start = left + column * PITCH;
    return framed
      ? { text, x: start + FRAME + CELL / 2, y: top + height + 2 * FRAME + 18, anchor: "middle" }
      : { text, x: start + CELL - 10, y: top + height - 17, anchor: "end" };
  });
  const beside = rows.map((text, row): Label => {
    const start = top + row * PITCH;
    return framed
      ? { text, x: left - 10, y: start + FRAME + CELL / 2, anchor: "end" }
      : { text, x: left + 9, y: start + 19, anchor: "start" };
  });
  return width > 0 ? [...below, ...beside] : [];
}

function readingRows(scene: SceneView, spots: Spot[]): number[][] {
  const rows = new Map<string, number[]>();
  const order = scene.cells.map((_, index) => index);
  const spot = (index: number) => spots[index] as Spot;
  const group = (index: number) => scene.cells[index]?.group ?? 0;
  order.sort((a, b) => group(a) - group(b) || spot(a).y - spot(b).y || spot(a).x - spot(b).x);
  for (const index of order) {
    const key = `${group(index)} ${spot(index).y}`;
    const row = rows.get(key);
    if (row) row.push(index);
    else rows.set(key, [index]);
  }
  return [...rows.values()];
}
