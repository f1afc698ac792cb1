export interface Bar {
  label: string;
  share: number;
  value: string;
}

/** Horizontal bars, each with its label and its value as text. */
export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="mb-1 text-left font-medium">{title}</caption>
      <tbody>
        {bars.map((each) => (
          <tr key={each.label}>
            <th scope="row" className="w-2/5 max-w-0 truncate py-1 pr-3 text-left font-normal" title={each.label}>
              {each.label}
            </th>
            <td className="py-1">
              <span className="block h-3 overflow-hidden rounded-full bg-well" aria-hidden>
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ width: `${Math.min(Math.max(each.share, 0), 1) * 100}%` }}
                />
              </span>
            </td>
            <td className="w-28 py-1 pl-3 text-right whitespace-nowrap">{each.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A number as people write it, with at most two decimal places. */
export const shown = (value: number) => String(Math.round(value * 100 + 1e-7) / 100);
export const percent = (share: number) => `${shown(share * 100)}%`;
