import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { isRefusal, type Refusal } from '../../shared/api/send.ts'
import type { SaveStateProps } from '../../shared/ui/SaveState.tsx'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useChangeContactMutation } from './api.ts'
import { changeOf, guessOf, valueOf, type Fact, type FactValue } from './facts.ts'

/** Why a fact was not saved, in words, and who has the number when that is why. */
export interface FactRefusal {
  words: string
  ownerId?: string
}

/** The fact that is being written. */
export interface FactEditing {
  contactId: string
  /** The name of the fact. */
  name: string
  draft?: FactValue
  refusal?: FactRefusal
}

type Saving = Pick<SaveStateProps, 'kind' | 'savedAt'>

/** Says in words why a fact was refused. */
export function useFactRefusal(): (error: unknown, name: string) => FactRefusal {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  return useCallback(
    (error, name) => {
      if (!isRefusal(error)) return { words: wordsFor(error) }
      const { code, fieldErrors = {} } = error
      const { phoneOwnerId, ...said } = fieldErrors
      const words = said[name] ?? Object.values(said)[0]
      if (code === 'phone_taken')
        return {
          words: words ?? t`This number belongs to someone else.`,
          ...(phoneOwnerId && { ownerId: phoneOwnerId }),
        }
      return { words: words ?? serverWords(error) ?? wordsFor(error) }
    },
    [t, wordsFor],
  )
}

function serverWords({ status, code, message }: Refusal): string | undefined {
  return status > 0 && code !== 'bug' && message !== '' ? message : undefined
}

/** Writes facts one at a time: what is saved shows at once, can be undone, and comes back with words when it is refused. */
export function useFactEditing() {
  const { t } = useLingui()
  const [editing, setFact] = useState<FactEditing>()
  const [saving, setSaving] = useState<Saving>()
  const [change] = useChangeContactMutation()
  const refusalOf = useFactRefusal()
  /** Begins writing a fact, or leaves it as it was. */
  const setEditing = useCallback((next: FactEditing | undefined) => {
    setFact(next)
    setSaving((now) => (now?.kind === 'failed' ? undefined : now))
  }, [])

  async function save(contact: Contact, fact: Fact, value: FactValue, isShared = false): Promise<void> {
    const before = valueOf(contact, fact.name)
    setFact(undefined)
    setSaving({ kind: 'saving' })
    const { error } = await change({
      id: contact.id,
      change: { ...changeOf(fact.name, value), ...(isShared && { sharesPhone: true }) },
      guess: guessOf(contact, fact.name, value),
    })
    if (error) {
      setSaving({ kind: 'failed' })
      setFact({ contactId: contact.id, name: fact.name, draft: value, refusal: refusalOf(error, fact.name) })
      return
    }
    setSaving({ kind: 'saved', savedAt: new Date() })
    const { label } = fact
    toast.undo({
      message: t`${label} changed.`,
      onUndo: () =>
        void change({
          id: contact.id,
          change: {
            ...changeOf(fact.name, before),
            ...(fact.name === 'phone' && { sharesPhone: contact.sharesPhone }),
          },
        }),
    })
  }
  return { editing, setEditing, saving, save }
}
