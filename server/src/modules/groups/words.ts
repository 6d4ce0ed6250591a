/** Says in English or Spanish how the evaluation of a group stands, for a toast. */
export function refreshWords(
  name: string,
  stage: { joined: number; left: number } | 'running' | 'failed',
  locale: string,
): { title: string; message: string } {
  const isSpanish = locale === 'es'
  if (stage === 'running') return { title: name, message: isSpanish ? 'Actualizando el grupo…' : 'Updating the group…' }
  if (stage === 'failed')
    return {
      title: name,
      message: isSpanish
        ? 'No pudimos actualizar el grupo. Revisa sus reglas.'
        : 'We could not update the group. Check its rules.',
    }
  const number = new Intl.NumberFormat(isSpanish ? 'es' : 'en')
  const [plus, minus] = [number.format(stage.joined), number.format(stage.left)]
  const word = isSpanish ? 'Actualizado' : 'Updated'
  return { title: name, message: `${word}: +${plus}, −${minus}` }
}
