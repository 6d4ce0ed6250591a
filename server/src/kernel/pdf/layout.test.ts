import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, expect, test } from 'vitest'
import { openFonts } from './fonts.ts'
import { layOut, Ruler } from './layout.ts'

let ruler: Ruler
beforeAll(async () => {
  ruler = new Ruler(await openFonts(await PDFDocument.create()), 10)
})

const visualPieces = async (text: string, most = 1000) =>
  (await layOut(ruler, text, most)).map((line) => line.pieces.map((piece) => piece.text))

test('orders right-to-left text for reading, with numbers and Latin words inside', async () => {
  // The font reverses Hebrew and Arabic letters itself, so such a run keeps its original order.
  const [line] = await layOut(ruler, 'שלום (abc) 12', 1000)
  expect(line?.isRightToLeft).toBe(true)
  expect(line?.pieces.map((piece) => piece.text).join('|')).toBe('12| (|abc|שלום )')
  expect(await visualPieces('I say שלום today')).toEqual([['I say ', 'שלום', ' today']])
})

test('breaks lines between words, in Chinese between characters, and splits a word longer than a line', async () => {
  const wide = await ruler.width('aaaa bbbb')
  expect(await visualPieces('aaaa bbbb cccc', wide)).toEqual([['aaaa bbbb'], ['cccc']])
  const four = await ruler.width('工资什么')
  expect((await visualPieces('工资什么时候发', four)).map((pieces) => pieces.join(''))).toEqual(['工资什么', '时候发'])
  const cut = await visualPieces('x'.repeat(100), wide)
  expect(cut.length).toBeGreaterThan(3)
  expect(cut.flat().join('')).toBe('x'.repeat(100))
  expect(await visualPieces('')).toEqual([[]])
})
