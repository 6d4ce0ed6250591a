import { formatNumber } from '@crewline/contract/formats'

/** Describes the state of a group evaluation in English or Spanish, for a toast. */
export function groupRefreshText(
  name: string,
  outcome: { joined: number; left: number } | 'running' | 'failed',
  locale: string,
): { title: string; message: string } {
  const isSpanish = locale === 'es'
  if (outcome === 'running')
    return { title: name, message: isSpanish ? 'Actualizando el grupo…' : 'Updating the group…' }
  if (outcome === 'failed')
    return {
      title: name,
      message: isSpanish
        ? 'No pudimos actualizar el grupo. Revisa sus reglas.'
        : "Couldn't update the group. Check its rules.",
    }
  const [plus, minus] = [formatNumber(outcome.joined, locale), formatNumber(outcome.left, locale)]
  const label = isSpanish ? 'Actualizado' : 'Updated'
  return { title: name, message: `${label}: +${plus}, −${minus}` }
}
