import { useId } from "react";
import { useTranslation } from "react-i18next";
import {
  arcPath,
  linePieces,
  marksOf,
  niceTop,
  type Point,
  polygonText,
  radarPoint,
  type Series,
  shortLabel,
} from "./chartGeometry";
import { ScrollBox } from "./ScrollBox";

export type ChartVariant = "bar" | "line" | "radar" | "pie" | "gauge";

interface ChartProps {
  title: string;
  variant: ChartVariant;
  labels: readonly string[];
  series: readonly Series[];
  /** The top of the axis; a readable one above all values by default. */
  top?: number;
  /** A value in words, such as “62 %”. */
  format?: (value: number) => string;
}

const COLOURS = [
  "var(--chart-1)",
  "var(--chart-2)",
  "var(--chart-3)",
  "var(--chart-4)",
  "var(--chart-5)",
  "var(--chart-6)",
];
const WIDTH = 440;
const HEIGHT = 230;
const LEFT = 48;
const BOTTOM = 40;
const MAX_LABELS = 12;

export const colourOf = (index: number) => COLOURS[index % COLOURS.length] ?? COLOURS[0];

/** A chart, and the same numbers as a table for everybody who cannot or does not want to look at it. */
export function Chart({ title, variant, labels, series, top, format = String }: ChartProps) {
  const { t } = useTranslation();
  const id = useId();
  const highest = top ?? niceTop(series.flatMap((each) => each.values));
  const isRound = variant === "radar" || variant === "pie" || variant === "gauge";
  const rest = { labels, series, top: highest, format };
  const isSliced = variant === "pie" || variant === "gauge";
  return (
    <figure aria-labelledby={id} className="rounded-2xl border border-line bg-sheet p-4">
      <figcaption id={id} className="mb-2 text-sm font-medium">
        {title}
      </figcaption>
      <svg
        aria-hidden
        viewBox={isRound ? "-170 -130 340 260" : `0 0 ${WIDTH} ${HEIGHT}`}
        className={`mx-auto block w-full ${isRound ? "max-w-sm" : "max-w-xl"}`}
      >
        {variant === "bar" && <Bars {...rest} />}
        {variant === "line" && <Lines {...rest} />}
        {variant === "radar" && <Radar {...rest} />}
        {isSliced && <Slices {...rest} isGauge={variant === "gauge"} />}
      </svg>
      <Legend names={isSliced ? labels : series.map((each) => each.label)} />
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-xs text-soft">{t("ui.chart.table")}</summary>
        <ScrollBox label={title} className="mt-2">
          <table className="w-full border-collapse text-left text-xs">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <td className="border border-line p-1" />
                {series.map((each) => (
                  <th key={each.label} scope="col" className="border border-line p-1 font-medium">
                    {each.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, row) => (
                <tr key={`${row}-${label}`}>
                  <th scope="row" className="border border-line p-1 font-normal">
                    {label}
                  </th>
                  {series.map((each) => {
                    const value = each.values[row];
                    return (
                      <td key={each.label} className="border border-line p-1 tabular-nums">
                        {typeof value === "number" ? format(value) : "–"}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </figure>
  );
}

interface DrawnProps {
  labels: readonly string[];
  series: readonly Series[];
  top: number;
  format: (value: number) => string;
}

function Legend({ names }: { names: readonly string[] }) {
  if (names.length < 2) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {names.map((name, index) => (
        <li key={`${index}-${name}`} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-full" style={{ background: colourOf(index) }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function heightOf(value: number, top: number): number {
  return (Math.max(0, Math.min(value, top)) / top) * (HEIGHT - BOTTOM - 12);
}

function Axes({ labels, top, format }: Omit<DrawnProps, "series">) {
  const step = (WIDTH - LEFT) / Math.max(labels.length, 1);
  const every = Math.ceil(labels.length / MAX_LABELS);
  const room = step * every;
  return (
    <g fontSize={11} fill="var(--soft)">
      {marksOf(top).map((mark) => {
        const y = HEIGHT - BOTTOM - heightOf(mark, top);
        return (
          <g key={mark}>
            <line x1={LEFT} x2={WIDTH} y1={y} y2={y} stroke="var(--line)" />
            <text x={LEFT - 6} y={y + 4} textAnchor="end">
              {format(mark)}
            </text>
          </g>
        );
      })}
      {labels.map(
        (label, index) =>
          index % every === 0 && (
            <text
              key={`${index}-${label}`}
              x={LEFT + step * (index + 0.5)}
              y={HEIGHT - BOTTOM + 18}
              textAnchor="middle"
            >
              {shortLabel(label, room)}
            </text>
          ),
      )}
    </g>
  );
}

function Bars({ labels, series, top, format }: DrawnProps) {
  const step = (WIDTH - LEFT) / Math.max(labels.length, 1);
  const width = Math.min(56, (step * 0.72) / Math.max(series.length, 1));
  return (
    <>
      <Axes labels={labels} top={top} format={format} />
      {series.flatMap((each, at) =>
        each.values.map((value, index) => {
          const height = heightOf(value ?? 0, top);
          const x = LEFT + step * (index + 0.5) - (width * series.length) / 2 + width * at;
          return (
            <rect
              key={`${at}-${index}`}
              x={x}
              y={HEIGHT - BOTTOM - height}
              width={Math.max(width - 2, 1)}
              height={height}
              rx={2}
              fill={colourOf(at)}
            />
          );
        }),
      )}
    </>
  );
}

function Lines({ labels, series, top, format }: DrawnProps) {
  const step = (WIDTH - LEFT) / Math.max(labels.length, 1);
  const place = (value: number | null, index: number): Point | null =>
    value === null ? null : { x: LEFT + step * (index + 0.5), y: HEIGHT - BOTTOM - heightOf(value, top) };
  return (
    <>
      <Axes labels={labels} top={top} format={format} />
      {series.map((each, at) => {
        const points = each.values.map(place);
        return (
          <g key={each.label} stroke={colourOf(at)} fill={colourOf(at)}>
            {linePieces(points).map((piece, index) => (
              <polyline key={index} points={polygonText(piece)} fill="none" strokeWidth={2} />
            ))}
            {points.map((point, index) => point && <circle key={index} cx={point.x} cy={point.y} r={3} />)}
          </g>
        );
      })}
    </>
  );
}

function Radar({ labels, series, top }: DrawnProps) {
  const count = labels.length;
  const ring = (share: number) => polygonText(labels.map((_, index) => radarPoint(index, count, share, 90)));
  return (
    <>
      {[0.25, 0.5, 0.75, 1].map((share) => (
        <polygon key={share} points={ring(share)} fill="none" stroke="var(--line)" />
      ))}
      {labels.map((label, index) => {
        const edge = radarPoint(index, count, 1, 90);
        const place = radarPoint(index, count, 1, 104);
        const anchor = Math.abs(place.x) < 12 ? "middle" : place.x > 0 ? "start" : "end";
        return (
          <g key={`${index}-${label}`}>
            <line x1={0} y1={0} x2={edge.x} y2={edge.y} stroke="var(--line)" />
            <text x={place.x} y={place.y + 3} fontSize={9} textAnchor={anchor} fill="var(--soft)">
              {label.length > 14 ? `${label.slice(0, 13)}…` : label}
            </text>
          </g>
        );
      })}
      {series.map((each, at) => (
        <polygon
          key={each.label}
          points={polygonText(each.values.map((value, index) => radarPoint(index, count, (value ?? 0) / top, 90)))}
          fill={colourOf(at)}
          fillOpacity={0.16}
          stroke={colourOf(at)}
          strokeWidth={1.6}
        />
      ))}
    </>
  );
}

function Slices({ series, top, format, isGauge }: DrawnProps & { isGauge: boolean }) {
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const whole = isGauge ? top : values.reduce((sum, value) => sum + value, 0) || 1;
  const shares = values.map((value) => Math.min(value / whole, 1));
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, share) => sum + share, 0));
  return (
    <>
      {isGauge && <path d={arcPath(0, 1, 110, 82)} fill="var(--well)" />}
      {shares.map(
        (share, index) =>
          share > 0 && (
            <path
              key={index}
              d={arcPath(starts[index] ?? 0, (starts[index] ?? 0) + share, 110, isGauge ? 82 : 60)}
              fill={colourOf(index)}
              stroke="var(--sheet)"
            />
          ),
      )}
      {isGauge && (
        <text textAnchor="middle" y={10} fontSize={30} fill="var(--ink)">
          {format(values[0] ?? 0)}
        </text>
      )}
    </>
  );
}
