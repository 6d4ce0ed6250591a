import { expect, test } from 'vitest'
import { findLanguageProblems } from './check-language.ts'
import { onPlanted } from './planted.ts'

const problems = (english: string, spanish: string): Promise<string[]> =>
  onPlanted({ 'locales/es.po': `msgid "${english}"\nmsgstr "${spanish}"\n` }, (root) =>
    Promise.resolve(findLanguageProblems(root, [])),
  )

test.each([
  ['Add a cell phone', 'Agrega un celular', /the term is "mobile number"/],
  ['Add a mobile number', 'Agrega un móvil', /the term is "celular"/],
  ['Ask a coworker', 'Pregunta a un compañero', /the term is "teammate"/],
  ['Ask a teammate', 'Pregunta a un colega', /the term is "compañero"/],
  ['The addressee opted out', 'El contacto se dio de baja', /the term is "contact"/],
  ['This contact opted out', 'Esta persona se dio de baja', /the term is "contacto"/],
  ['Send an SMS', 'Enviar un mensaje', /the term is "text"/],
  ['Two-step log-in', 'Verificación en dos pasos', /the term is "log in, login"/],
  ['Two-step login', 'Inicio de sesión en dos pasos', /the term is "verificación en dos pasos"/],
  ['Employee ID', 'ID de empleado', /the term is "número de empleado"/],
  ['Ask the carrier', 'Pregunta al proveedor', /the term is "operador"/],
  ['Delete group', 'Borrar grupo', /the term is "eliminar"/],
  ['Erase permanently', 'Eliminar para siempre', /the term is "borrar"/],
  ['Added by hand', 'Agregado manualmente', /the term is "manually, manual group"/],
  ['Terminated', 'Dado de baja', /the term is "desvinculado"/],
])('reports another word for a concept: %s, %s', async (english, spanish, expected) => {
  expect(await problems(english, spanish)).toEqual([expect.stringMatching(expected)])
})

test.each([
  ['Delete group', 'Eliminar grupo'],
  ['Discard draft', 'Descartar borrador'],
  ['Clear empty cells', 'Vaciar las celdas'],
  ['People who opted out', 'Personas que se dieron de baja'],
])('accepts the terms of the interface: %s, %s', async (english, spanish) => {
  expect(await problems(english, spanish)).toEqual([])
})
