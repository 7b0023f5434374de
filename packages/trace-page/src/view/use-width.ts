import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Widths between which a drawing follows its box; below, it is scrolled within it. */
const least = 320;
const most = 1600;

/** The width that a drawing may have in an element, in CSS pixels, whole tens so that few widths are drawn. */
export function useWidth(first: number): readonly [RefObject<HTMLElement | null>, number] {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const available = entry?.contentRect.width ?? first;
      // On paper, and where it is not shown, it has none.
      if (available > 0) setWidth(Math.min(most, Math.max(least, Math.floor(available / 10) * 10)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [first]);
  return [box, width];
}
