import { expect, test } from 'vitest'
import { languageOf } from './detect.ts'

test.each([
  ['Hola, ¿puedo cambiar mi turno del viernes por el sábado?', 'en', 'es'],
  ['Can I swap my shift on Friday with somebody else?', 'es', 'en'],
  ['Je suis malade et je ne peux pas venir travailler', 'en', 'fr'],
  ['Estou doente e não posso ir trabalhar hoje', 'es', 'pt'],
  ['Tôi bị ốm hôm nay', 'en', 'vi'],
  ['我今天生病了', 'en', 'zh'],
  ['أنا مريض اليوم ولا أستطيع الحضور', 'en', 'ar'],
  ['Mwen malad jodi a, mwen pa ka vini', 'en', 'ht'],
  ['ok', 'es', 'es'],
  ['6:30', 'vi', 'vi'],
  ['', 'fr', 'fr'],
])('detects %s by an author of %s as %s', async (text, usual, expected) => {
  expect(await languageOf(text, usual)).toBe(expected)
})
