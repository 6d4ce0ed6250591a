import type { OptInContent } from '@crewline/contract/opt-in'
import { consentText } from '@crewline/contract/opt-in-consent'
import { displayPhone } from '@crewline/contract/phone'
import { makePoster, type PaperSize } from '../../kernel/pdf/poster.ts'
import { html } from '../../kernel/pages/html.ts'
import { onPaper, renderPage } from '../../kernel/pages/frame.ts'
import { qrCode } from '../../kernel/pages/qr.ts'
import { keywordText, posterText, textsIn } from './page-texts.ts'
import type { ShownPage } from './public-page.ts'
import { textIn } from './rules.ts'

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
.poster .terms{font-size:.9375rem}
@media print{.page{padding:0}}
`

/** Returns the same sheet as a PDF. */
export function posterPdf(
  { page, line }: ShownPage,
  content: OptInContent,
  { link, code, size, at }: { link: string; code: string; size: PaperSize; at: Date },
): Promise<Buffer> {
  const languages = content.languages.slice(0, LANGUAGES_MAX)
  const keyword = line === undefined ? '' : content.keyword
  return makePoster({
    size,
    organization: page.organization,
    headings: languages.map((language) => textIn(content.title, language)),
    code,
    notes: [
      ...languages.map((language) => posterText(language)),
      ...(keyword === '' || line === undefined
        ? []
        : languages.map((language) => keywordText(language, keyword, displayPhone(line, 'US')))),
    ],
    address: link.replace(/^https?:\/\//, ''),
    // What a person agrees to by texting the keyword, as carriers require.
    terms:
      content.keyword === ''
        ? []
        : languages.map((language) => consentText(page.organization, content.frequency, language)),
    at,
  })
}

/** Renders a sheet to print: the title in up to three languages, a QR code, and the address in letters. */
export function posterPage(
  { page, line }: ShownPage,
  content: OptInContent,
  { link, code }: { link: string; code: string },
): ReturnType<typeof renderPage> {
  const languages = content.languages.slice(0, LANGUAGES_MAX)
  return renderPage({
    language: languages[0] ?? page.language,
    title: `${page.title} · ${page.organization}`,
    organization: page.organization,
    logo: onPaper(page.logo),
    color: page.color,
    languages: [],
    languagesLabel: textsIn(page.language).language,
    style: STYLE,
    body: html`<div class="poster">
      ${languages.map((language) => html`<h1 lang="${language}" dir="auto">${textIn(content.title, language)}</h1>`)}
      ${qrCode(code)} ${languages.map((language) => html`<p lang="${language}" dir="auto">${posterText(language)}</p>`)}
      ${
        content.keyword !== '' &&
        line &&
        languages.map(
          (language) =>
            html`<p lang="${language}" dir="auto">
              ${keywordText(language, content.keyword, displayPhone(line, 'US'))}
            </p>`,
        )
      }
      <p class="address" dir="ltr">${link.replace(/^https?:\/\//, '')}</p>
      ${content.keyword !== '' && languages.map((language) => html`<p class="terms" lang="${language}" dir="auto">${consentText(page.organization, content.frequency, language)}</p>`)}
    </div>`,
  })
}
