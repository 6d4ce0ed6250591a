import type { ContactAction } from '@crewline/contract/contact-lists'
import { formatNumber } from '@crewline/contract/formats'

/** The state of a bulk action. */
export type RunStage = 'running' | 'done' | 'stopped'

/** Returns the toast text for the progress of a bulk action, in English or Spanish. */
export function runText(
  action: ContactAction,
  { state, changed, skipped, undoes }: { state: RunStage; changed: number; skipped: number; undoes?: boolean },
  locale: string,
): { title: string; message: string } {
  const isSpanish = locale === 'es'
  const label = (isSpanish ? SPANISH : ENGLISH)[keyOf(action)]
  const title = undoes ? `${isSpanish ? 'Deshacer' : 'Undo'}: ${label}` : label
  if (state === 'running')
    return { title, message: isSpanish ? 'Esto sigue en segundo plano.' : 'This continues in the background.' }
  const counted = isSpanish ? countedInSpanish(changed, skipped) : countedInEnglish(changed, skipped)
  if (state === 'done') return { title, message: counted }
  return { title, message: isSpanish ? `Se detuvo. ${counted} Inténtalo de nuevo.` : `Stopped. ${counted} Try again.` }
}

function countedInEnglish(changed: number, skipped: number): string {
  const count = (value: number) => formatNumber(value, 'en')
  const first = `${count(changed)} ${changed === 1 ? 'contact' : 'contacts'} changed.`
  return skipped === 0 ? first : `${first} ${count(skipped)} stayed as they were.`
}

function countedInSpanish(changed: number, skipped: number): string {
  const count = (value: number) => formatNumber(value, 'es')
  const first = `${count(changed)} ${changed === 1 ? 'contacto cambió' : 'contactos cambiaron'}.`
  return skipped === 0 ? first : `${first} ${count(skipped)} ${skipped === 1 ? 'quedó' : 'quedaron'} como antes.`
}

type Key = 'groups' | 'edit' | 'status' | 'archive' | 'restore' | 'opt_out'

function keyOf(action: ContactAction): Key {
  return action.act === 'archive' && !action.archived ? 'restore' : action.act
}

const ENGLISH: Record<Key, string> = {
  groups: 'Change groups',
  edit: 'Edit contacts',
  status: 'Change status',
  archive: 'Archive contacts',
  restore: 'Restore contacts',
  opt_out: 'Opt out contacts',
}

const SPANISH: Record<Key, string> = {
  groups: 'Cambiar grupos',
  edit: 'Editar contactos',
  status: 'Cambiar estado',
  archive: 'Archivar contactos',
  restore: 'Restaurar contactos',
  opt_out: 'Dar de baja contactos',
}
