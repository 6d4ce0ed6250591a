import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { openFonts } from './fonts.ts'
import { layOut, Ruler } from './layout.ts'

let ruler: Ruler
beforeAll(async () => {
  ruler = new Ruler(await openFonts(await PDFDocument.create()), 10)
})

const seen = async (text: string, most = 1000) =>
  (await layOut(ruler, text, most)).map((line) => line.pieces.map((piece) => piece.text))

test('words from right to left stand as they are read, numbers and Latin words among them too', async () => {
  // The font turns Hebrew and Arabic letters itself, so a piece of them keeps the order in which it was written.
  const [line] = await layOut(ruler, 'שלום (abc) 12', 1000)
  expect(line?.isRightToLeft).toBe(true)
  expect(line?.pieces.map((piece) => piece.text).join('|')).toBe('12| (|abc|שלום )')
  expect(await seen('I say שלום today')).toEqual([['I say ', 'שלום', ' today']])
})

test('lines end between words, in Chinese between signs, and a word longer than a line is cut', async () => {
  const wide = await ruler.width('aaaa bbbb')
  expect(await seen('aaaa bbbb cccc', wide)).toEqual([['aaaa bbbb'], ['cccc']])
  const four = await ruler.width('工资什么')
  expect((await seen('工资什么时候发', four)).map((pieces) => pieces.join(''))).toEqual(['工资什么', '时候发'])
  const cut = await seen('x'.repeat(100), wide)
  expect(cut.length).toBeGreaterThan(3)
  expect(cut.flat().join('')).toBe('x'.repeat(100))
  expect(await seen('')).toEqual([[]])
})
