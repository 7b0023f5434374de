import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useView } from './view-context.ts';

interface ScrollBoxProps {
  /** What it holds, for those who cannot see it. */
  readonly name: string;
  readonly class?: string;
  /** Scrolls so that this height of its content is seen, when it changes. */
  readonly showY?: number | undefined;
  readonly children: ComponentChildren;
}

/** What is wider or higher than its place is scrolled in a box of its own, which takes the focus so that keys can do it. */
export function ScrollBox({ name, class: className = '', showY, children }: ScrollBoxProps): VNode {
  const { strings } = useView();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null || showY === undefined) return;
    const { scrollTop, clientHeight } = element;
    if (showY > scrollTop + 40 && showY < scrollTop + clientHeight - 30) return;
    element.scrollTo({ top: showY - clientHeight / 2, behavior: isMotionReduced() ? 'instant' : 'smooth' });
  }, [showY]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be reached by the keyboard
    <div ref={box} class={`scroll-box ${className}`} role="region" aria-label={strings.scrollBox(name)} tabIndex={0}>
      {children}
    </div>
  );
}

function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
