import { describe, expect, test } from 'vitest'
import { checkTranslation } from './gate.ts'
import { mayConcernSafety } from './safety.ts'

const check = (source: string, translated: string, keep: string[] = [], to = 'es') =>
  checkTranslation({ source, translated, from: 'en', to, keep })

const GOOD: [string, string][] = [
  ['The truck arrives at 6:30 a.m. at dock 4.', 'El camión llega a las 6:30 a.m. al andén 4.'],
  ['Do not touch the red valve.', 'No toque la válvula roja.'],
  ['Please bring your badge tomorrow.', 'Por favor trae tu gafete mañana.'],
  ['Payday moves to Thursday because of the holiday.', 'El día de pago se pasa al jueves por el día feriado.'],
  ['Your request for 1,250 dollars was approved.', 'Tu solicitud de 1,250 dólares fue aprobada.'],
  ['Never work alone on the roof.', 'Nunca trabajes solo en el techo.'],
  ['See https://acme.example/menu for the menu.', 'Consulta el menú en https://acme.example/menu.'],
  ['Ask Tom for the key to locker B12.', 'Pídele a Tom la llave del casillero B12.'],
]

describe('the checks of a machine translation', () => {
  test.each(GOOD)('accept "%s"', async (source, translated) => {
    expect(await check(source, translated, ['Tom'])).toBeUndefined()
  })

  /** Ways in which a translator alters a good translation, and the check that must notice. */
  const ALTERATIONS: [string, RegExp, string, string][] = [
    ['another number', /\d+(?!\d)/, '99', 'figures'],
    ['a lost number', /\d+(?:[.,:]\d+)*/, '', 'figures'],
    ['the other half of the day', /a\.m\./, 'p.m.', 'day_half'],
    ['a lost prohibition', /\b(?:No|Nunca)\b ?/, '', 'negation'],
    ['a changed name', /Tom\b/, 'Tomás', 'kept_words'],
    ['a changed address', /acme\.example/, 'acme.ejemplo', 'kept_words'],
  ]
  const altered = GOOD.flatMap(([source, translated]) =>
    ALTERATIONS.filter(([, pattern]) => pattern.test(translated)).map(
      ([what, pattern, by, check]) => [what, source, translated.replace(pattern, by), check] as const,
    ),
  )
  test('the corpus alters something in each way', () => {
    expect(new Set(altered.map(([what]) => what)).size).toBe(ALTERATIONS.length)
  })
  test.each(altered)('refuse %s in the translation of "%s"', async (_what, source, translated, expected) => {
    expect(await check(source, translated, ['Tom'])).toBe(expected)
  })

  test.each([
    ['', 'empty'],
    ['The line stops at noon for cleaning today.', 'unchanged'],
    [`Hoy ${'la línea de producción de la planta '.repeat(4)}para.`, 'length'],
    ['La línea línea línea para al mediodía para la limpieza hoy.', 'repetition'],
    ['Die Linie stoppt heute am Mittag für die Reinigung.', 'language'],
  ])('refuse "%s"', async (translated, expected) => {
    expect(await check('The line stops at noon for cleaning today.', translated)).toBe(expected)
  })

  test('refuse a lost restriction', async () => {
    expect(await check('Only electricians open the red panel.', 'Los electricistas abren el panel rojo.')).toBe(
      'negation',
    )
    expect(
      await check('Only electricians open the red panel.', 'Solo los electricistas abren el panel rojo.'),
    ).toBeUndefined()
  })

  test('refuse a prohibition that appears', async () => {
    expect(await check('Open the red valve slowly.', 'No abras la válvula roja.')).toBe('negation')
  })

  test('accept digits of another script and thousands in another style', async () => {
    expect(await check('Dock 4 is open.', 'الرصيف ٤ مفتوح.', [], 'ar')).toBeUndefined()
    expect(await check('We made 1,250 parts.', 'Hicimos 1250 piezas.')).toBeUndefined()
  })

  test('refuse languages whose negations are not known', async () => {
    expect(await check('Dock 4 is open.', 'Laituri 4 on auki.', [], 'fi')).toBe('negation')
  })
})

describe('texts about safety', () => {
  test.each([
    ['Leave the building, there is smoke on line 2', 'en'],
    ["Don't touch the panel, it is energized", 'en'],
    ['Someone got hurt at dock 4', 'en'],
    ['Hay fuego en la bodega', 'es'],
    ['Huele a gas en la cocina', 'es'],
    ['不要进入仓库', 'zh'],
    ['Call 911', 'tl'],
  ])('include "%s"', (text, language) => {
    expect(mayConcernSafety(text, language)).toBe(true)
  })
  test.each([
    ['Can you work on Friday?', 'en'],
    ['¿Puedes trabajar el viernes?', 'es'],
    ['Your pay stub is ready', 'en'],
  ])('do not include "%s"', (text, language) => {
    expect(mayConcernSafety(text, language)).toBe(false)
  })
})
