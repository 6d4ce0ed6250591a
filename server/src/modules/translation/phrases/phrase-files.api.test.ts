import {
  createPhrase,
  exportPhrases,
  importPhrases,
  organizationPhrases,
  reviewPhrase,
} from '@crewline/contract/organization-phrases'
import { sql } from 'kysely'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type Answer, type TestApp } from '../../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`delete from phrase`.execute(t.process.kernel.database.asSystem('tests start without phrases'))
  await sql`delete from rate_limit`.execute(t.process.kernel.database.asSystem('tests import often'))
})

async function importFile(file: string | Buffer, { dryRun = false, name = 'phrases.csv', user = t.acme.ann } = {}) {
  const query = new URLSearchParams({ name, dryRun: String(dryRun) }).toString()
  const answer = await fetch(`${t.process.address}/api${importPhrases.path}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(Buffer.from(file as string)),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof importPhrases>['body'] }
}
async function exported(format: 'csv' | 'xlsx', language = 'en'): Promise<Buffer> {
  const answer = await fetch(`${t.process.address}/api${exportPhrases.path}?format=${format}`, {
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'accept-language': language },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}
const list = async () => (await t.as(t.acme.ann).call(organizationPhrases, {})).body.data
const words = async () =>
  (await list()).map(({ isSafety, texts }) => [isSafety, ...texts.map(({ language, text }) => `${language} ${text}`)])

const FILE = `About safety,English (en),Español,Notes
no,Use Gate 4.,Usen la puerta 4.,check
yes,Leave through door {code}.,Salgan por la puerta {code}.,
,Clock out at {time}.,Marquen su salida.,
maybe,"Wear =sleeves.",Usen mangas.,
`

test('a dry run says what would happen, with the problem of each row in words, and changes nothing', async () => {
  const { body } = await importFile(FILE, { dryRun: true })
  expect(body).toMatchObject({ added: 2, changed: 0, unchanged: 0, ignored: ['Notes'] })
  expect(body.problems).toEqual([
    { row: 4, column: 'Español', message: 'Use the same slots as in English: {time}.' },
    { row: 5, column: 'About safety', message: 'Write yes or no.' },
  ])
  expect(await list()).toEqual([])
})

test('imports the rows without problems, and the rest once they are corrected', async () => {
  expect((await importFile(FILE)).body).toMatchObject({ added: 2, problems: [{ row: 4 }, { row: 5 }] })
  expect(await words()).toHaveLength(2)
  const corrected = FILE.replace('Marquen su salida.', 'Marquen su salida a las {time}.').replace('maybe', 'no')
  expect((await importFile(corrected)).body).toMatchObject({ added: 2, unchanged: 2, problems: [] })
  expect(await words()).toContainEqual([true, 'en Leave through door {code}.', 'es Salgan por la puerta {code}.'])
})

test('an exported file is imported unchanged, as CSV and as workbook, in every language of the product', async () => {
  await importFile('en,es\n=Wear sleeves.,=Usen mangas.\n"Look up, then lift.","Miren arriba, luego levanten."\n')
  const before = await words()
  expect(before).toHaveLength(2)
  for (const language of ['en', 'es'])
    for (const format of ['csv', 'xlsx'] as const) {
      const { body } = await importFile(await exported(format, language), { name: `phrases.${format}` })
      expect(body).toEqual(expect.objectContaining({ added: 0, changed: 0, unchanged: 2, ignored: [], problems: [] }))
    }
  expect(await words()).toEqual(before)
  // A spreadsheet runs none of it as a formula.
  expect((await exported('csv')).toString()).toContain("'=Wear sleeves.")
})

test('keeps reviews of unchanged texts, drops those of changed ones, and takes none from a file', async () => {
  const { phrase } = (
    await t.as(t.acme.ann).call(createPhrase, { body: { texts: { en: 'Use Gate 4.', es: 'Usen la puerta 4.' } } })
  ).body
  for (const language of ['en', 'es'] as const)
    await t.as(t.acme.ann).call(reviewPhrase, {
      params: { id: phrase.id },
      body: { language, revision: 1, isRight: true },
    })
  const file = (await exported('csv')).toString()
  expect(file).toMatch(/Ann Acme, 20\d\d-\d\d-\d\d/)
  const { body } = await importFile(file.replace('Usen la puerta 4.', 'Pasen por la puerta 4.'))
  expect(body).toMatchObject({ added: 0, changed: 1 })
  const [changed] = await list()
  expect(changed?.texts.map(({ text, revision, review }) => [text, revision, review?.by])).toEqual([
    ['Use Gate 4.', 1, 'Ann Acme'],
    ['Pasen por la puerta 4.', 2, undefined],
  ])
  // An empty cell and a missing row change nothing.
  expect((await importFile(`id,en,es,fr\n${phrase.id},,,Prenez la porte 4.\n`)).body).toMatchObject({ changed: 1 })
  expect((await list())[0]?.texts.map(({ language }) => language)).toEqual(['en', 'es', 'fr'])
})

test('names the row that another row or phrase repeats', async () => {
  await t.as(t.acme.ann).call(createPhrase, { body: { texts: { en: 'Use Gate 4.' } } })
  const { body } = await importFile('en,es\nBring your belt.,Traigan su cinto.\nbring your belt,Traigan el cinto.\n,\n')
  expect(body).toMatchObject({ added: 1, problems: [{ row: 3, message: 'Row 2 is about the same phrase.' }] })
})

test.each([
  ['an empty file', ''],
  ['no language', 'Name,Phone\nAna,555\n'],
  ['a header alone', 'en,es\n'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a broken workbook', Buffer.from('504b0304140000000800', 'hex')],
  ['too many bytes', Buffer.alloc(2_100_000, 'en,es\n')],
  ['too many rows', `en\n${'Be careful.\n'.repeat(2100)}`],
])('refuses %s with a reason', async (_what, file) => {
  const { http, body } = await importFile(file)
  expect(http).toBe(422)
  expect(body).toMatchObject({ code: 'phrase_file_refused', message: expect.stringMatching(/\w/) })
})

test('belongs to one organization and to who may manage phrases', async () => {
  await importFile('en\nUse Gate 4.\n')
  expect((await importFile('en\nUse Gate 4.\n', { user: t.beta.ann })).body.added).toBe(1)
  expect((await importFile('en\nUse Gate 5.\n', { user: t.acme.gus })).http).toBe(422)
  expect(await list()).toHaveLength(1)
})

test('answers any file with counts or a reason', async () => {
  const cell = fc.oneof(fc.constantFrom('en', 'es', 'ID', '{time}', 'yes', 'Use Gate 4.', '"', "'"), fc.string())
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 }), async (rows) => {
      const { http } = await importFile(rows.map((row) => row.join(',')).join('\n'), { dryRun: true })
      expect([200, 422]).toContain(http)
    }),
    { numRuns: 40 },
  )
})
