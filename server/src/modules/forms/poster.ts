import { formText } from '@crewline/contract/form-questions'
import { makePoster, type PaperSize } from '../../kernel/pdf/poster.ts'
import { html } from '../../kernel/pages/html.ts'
import { onPaper, renderPage } from '../../kernel/pages/frame.ts'
import { qrCode } from '../../kernel/pages/qr.ts'
import type { Rendered, ShownForm } from './page.ts'
import { textsIn } from './page-texts.ts'

/** Languages on one poster: more would make each too small to read from two meters away. */
const LANGUAGES_MAX = 3

/** One sheet of A4 or Letter, black on white in both color schemes, because it is printed. */
const STYLE = `
@page{margin:12mm}
body{background:#fff;color:#000}
.page{max-width:44rem;text-align:center}
header{justify-content:center}
header p{font-size:1.5rem}
.poster h1{font-size:2.5rem;margin:.5rem 0}
.poster svg{inline-size:min(70vw,22rem);block-size:auto;margin:1rem auto;display:block}
.poster p{font-size:1.375rem}
.address{font-size:1.125rem;font-weight:600}
@media print{.page{padding:0}}
`

/** Returns the same sheet as a PDF. */
export function posterPdf(
  { content, organization }: Pick<ShownForm, 'content' | 'organization'>,
  { link, size, at }: { link: string; size: PaperSize; at: Date },
): Promise<Buffer> {
  const languages = content.languages.slice(0, LANGUAGES_MAX)
  return makePoster({
    size,
    organization,
    headings: languages.map((tag) => formText(content.title, tag)),
    code: `${link}?from=qr`,
    notes: languages.map((tag) => textsIn(tag).scan),
    address: link.replace(/^https?:\/\//, ''),
    at,
  })
}

/** Renders a sheet to print: the title in up to three languages, a QR code, and the address in letters. */
export function posterPage({ content, organization, logo, language }: ShownForm, link: string): Rendered {
  const languages = content.languages.slice(0, LANGUAGES_MAX)
  return renderPage({
    language: languages[0] ?? language,
    title: `${formText(content.title, language)} · ${organization}`,
    organization,
    logo: onPaper(logo),
    color: content.color,
    languages: [],
    languagesLabel: '',
    style: STYLE,
    body: html`<div class="poster">
      ${languages.map((tag) => html`<h1 lang="${tag}" dir="auto">${formText(content.title, tag)}</h1>`)}
      ${qrCode(`${link}?from=qr`)} ${languages.map((tag) => html`<p lang="${tag}" dir="auto">${textsIn(tag).scan}</p>`)}
      <p class="address" dir="ltr">${link.replace(/^https?:\/\//, '')}</p>
    </div>`,
  })
}
