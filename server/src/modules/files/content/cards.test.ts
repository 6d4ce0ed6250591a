import { expect, test } from 'vitest'
import { bareCards, isCard } from './cards.ts'

const card = (...lines: string[]) => Buffer.from(['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n'))
const rewrite = (bytes: Buffer) => bareCards(bytes)?.content.toString() ?? ''

const IPHONE = card(
  'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
  'N:Lopez;Maria;Elena;;',
  'FN:Maria Elena Lopez',
  'ORG:Plant 2;Shipping',
  'item1.TEL;type=pref;type=CELL:(312) 555-0142',
  'item1.X-ABLabel:_$!<Mobile>!$_',
  'EMAIL;TYPE=INTERNET,HOME:maria@example.com',
  'ADR;TYPE=HOME:;;12 Main St\\, Apt 3;Chicago;IL;60601;USA',
  'NOTE:Calls after 6\\nSpeaks Spanish',
  'URL:https://example.com/maria',
  'URL:javascript:alert(1)',
  `PHOTO;ENCODING=b;TYPE=JPEG:${'QUJD'.repeat(10)}`,
  ` ${'QUJD'.repeat(18)}`,
  'KEY:whatever',
  'X-SOCIALPROFILE:https://evil.example',
)

test('rewrites a card with only names, numbers, addresses and notes', () => {
  expect(bareCards(IPHONE)?.name).toBe('Maria Elena Lopez')
  expect(rewrite(IPHONE).split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Lopez;Maria;Elena;;',
    'FN:Maria Elena Lopez',
    'ORG:Plant 2;Shipping',
    'TEL;TYPE=PREF;TYPE=CELL:(312) 555-0142',
    'EMAIL;TYPE=HOME:maria@example.com',
    'ADR;TYPE=HOME:;;12 Main St\\, Apt 3;Chicago;IL;60601;USA',
    'NOTE:Calls after 6\\nSpeaks Spanish',
    'URL:https://example.com/maria',
    'END:VCARD',
    '',
  ])
})

test('reads cards of old phones: folded lines, single-byte letters, any case', () => {
  const oldCard = card(
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Mu=C3=B1oz;Jos=',
    '=C3=A9',
    'TEL;CELL;PREF:+13125550142',
  )
  expect(bareCards(oldCard)?.name).toBe('José Muñoz')
  expect(rewrite(oldCard)).toContain('FN:José Muñoz\r\n')
  expect(bareCards(Buffer.from('begin:vcard\nfn:Ana Nu\xf1ez\nend:vcard\n', 'latin1'))?.name).toBe('Ana Nuñez')
  expect(bareCards(card('FN:Maria', '  Lopez', 'TEL:tel:+1-312-555-0142'))?.name).toBe('Maria Lopez')
  expect(rewrite(card('FN:Maria', 'TEL;VALUE=uri:tel:+1-312-555-0142'))).toContain('TEL:+1-312-555-0142\r\n')
})

test('names a card without a name by its other data and keeps further cards', () => {
  expect(bareCards(card('N:;;;;', 'ORG:Acme Tools'))?.name).toBe('Acme Tools')
  expect(bareCards(card('TEL:+13125550142'))?.name).toBe('+13125550142')
  const two = Buffer.concat([card('FN:Ana'), card('FN:Ben')])
  expect([bareCards(two)?.name, rewrite(two).match(/^FN:.*$/gm)]).toEqual(['Ana', ['FN:Ana', 'FN:Ben']])
})

test('escapes line breaks in values and removes invisible characters', () => {
  const text = rewrite(card('FN:A=0D=0AKEY:x', 'NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0AURL:javascript:alert(1)'))
  expect(text).toContain('NOTE:one\\nURL:javascript:alert(1)\r\n')
  expect(text.match(/^URL/gm)).toBeNull()
  expect(bareCards(card('FN:Ana\u202e gnp.exe\u0007'))?.name).toBe('Ana gnp.exe')
})

test('rejects an incomplete card and one without a name', () => {
  for (const text of ['BEGIN:VCARD\r\nFN:Ana\r\n', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'BEGIN:VCARD\r\nFN: \r\nEND:VCARD'])
    expect({ text, card: bareCards(Buffer.from(text)) }).toEqual({ text, card: undefined })
  expect(isCard(Buffer.from('\ufeffBEGIN:VCARD\r\n'))).toBe(true)
  for (const text of ['BEGIN:VCALENDAR\r\n', '<html>BEGIN:VCARD', 'BEGIN:VCARDS'])
    expect({ text, is: isCard(Buffer.from(text)) }).toEqual({ text, is: false })
  expect(bareCards(Buffer.concat([card('FN:Ana'), Buffer.alloc(2 * 1024 * 1024, 'a')]))).toBeUndefined()
})

test('truncates oversized cards and always terminates', () => {
  const endless = [
    ';'.repeat(200_000),
    'NOTE;QUOTED-PRINTABLE:' + '=\n'.repeat(200_000),
    '"'.repeat(200_000),
    '\n'.repeat(200_000),
  ]
  for (const text of endless) expect(rewrite(card('FN:Ana', `TEL${text}`, text))).toContain('FN:Ana\r\n')
  expect(
    rewrite(card('FN:Ana', ...Array.from({ length: 5_000 }, () => `NOTE:${'n'.repeat(5_000)}`))).length,
  ).toBeLessThan(70_000)
  expect(rewrite(Buffer.concat(Array.from({ length: 400 }, () => card('FN:Ana')))).match(/BEGIN/g)).toHaveLength(50)
})
