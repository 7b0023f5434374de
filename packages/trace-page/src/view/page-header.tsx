import type { VNode } from 'preact';
import { languages, type Language } from '../text/language.ts';
import { shownText } from '../text/shown-text.ts';
import type { Theme } from './page-state.ts';
import { useView } from './view-context.ts';

/** Each in itself. */
const languageNames: Readonly<Record<Language, string>> = { en: 'English', 'zh-CN': '中文' };
const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function PageHeader({ language, theme }: { readonly language: Language; readonly theme: Theme }): VNode {
  const { loaded, strings, dispatch } = useView();
  return (
    <header class="page-header">
      <div class="page-title">
        <h1>{strings.title}</h1>
        <p>{strings.subtitle}</p>
      </div>
      <div class="page-switches">
        <fieldset class="switch">
          <legend>{strings.language}</legend>
          {languages.map((choice) => (
            <label key={choice} lang={choice}>
              <input
                type="radio"
                name="language"
                value={choice}
                checked={choice === language}
                onChange={() => dispatch({ type: 'language', language: choice })}
              />
              <span>{languageNames[choice]}</span>
            </label>
          ))}
        </fieldset>
        <fieldset class="switch">
          <legend>{strings.theme}</legend>
          {themes.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="theme"
                value={choice}
                checked={choice === theme}
                onChange={() => dispatch({ type: 'theme', theme: choice })}
              />
              <span>{strings.themes[choice]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <ul class="page-traces">
        {loaded.traces.map(({ index, title, start }) => (
          <li key={index}>
            <bdi class="trace-title">{shownText(title)}</bdi>
            <bdi class="trace-meta">
              {strings.traceMeta({
                id: shownText(start.traceId, 40),
                startedAt: shownText(start.startedAt, 40),
                producer: shownText(`${start.producer.name} ${start.producer.version}`, 60),
              })}
            </bdi>
          </li>
        ))}
      </ul>
    </header>
  );
}
