import { render } from 'preact';
import { loadTraces } from '../model/load-traces.ts';
import { dataElementId, rootElementId, type PageData } from '../page-data.ts';
import { languageFor } from '../text/language.ts';
import { App } from './app.tsx';

const data = JSON.parse(document.querySelector(`#${dataElementId}`)?.textContent ?? '{"traces":[]}') as PageData;
const root = document.querySelector(`#${rootElementId}`);
if (root !== null) {
  const language = data.language ?? languageFor(navigator.languages);
  render(<App loaded={loadTraces(data.traces)} language={language} />, root);
}
