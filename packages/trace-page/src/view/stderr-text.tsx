import type { VNode } from 'preact';
import type { OtherRecord } from '../model/records.ts';
import { shownLines } from '../text/shown-text.ts';
import { useView } from './view-context.ts';

type Failure = Extract<OtherRecord, { readonly type: 'failure' }>;

/** The last words of a server, as it wrote them: opened by those who want them. */
export function StderrText({ stderr }: { readonly stderr: Failure['stderr'] }): VNode | undefined {
  const { strings } = useView();
  if (stderr === undefined || stderr.text === '') return undefined;
  return (
    <details class="stderr-text">
      <summary>{strings.stderrText}</summary>
      {stderr.truncated ? <p class="muted">{strings.stderrTruncated}</p> : undefined}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll */}
      <pre tabIndex={0} role="region" aria-label={strings.stderrText}>
        {shownLines(stderr.text)}
      </pre>
    </details>
  );
}
