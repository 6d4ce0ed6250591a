import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { isRefusal, type Refusal } from '../../../shared/api/send.ts'
import type { SaveStateProps } from '../../../shared/ui/form/SaveState.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useChangeContactMutation } from '../api.ts'
import { changeOf, guessOf, valueOf, type Attribute, type AttributeValue } from './attributes.ts'

/** Why a field was not saved, and the contact who has the number if that is the reason. */
export interface AttributeRefusal {
  message: string
  ownerId?: string
}

/** The field being edited. */
export interface AttributeEditing {
  contactId: string
  name: string
  draft?: AttributeValue
  refusal?: AttributeRefusal
}

type Saving = Pick<SaveStateProps, 'kind' | 'savedAt'>

/** Returns a function that explains why a field value was rejected. */
export function useAttributeRefusal(): (error: unknown, name: string) => AttributeRefusal {
  const { t } = useLingui()
  const describeError = useErrorText()
  return useCallback(
    (error, name) => {
      if (!isRefusal(error)) return { message: describeError(error) }
      const { code, fieldErrors = {} } = error
      const { phoneOwnerId, ...messages } = fieldErrors
      const fieldMessage = messages[name] ?? Object.values(messages)[0]
      if (code === 'phone_taken')
        return {
          message: fieldMessage ?? t`This number belongs to another contact.`,
          ...(phoneOwnerId && { ownerId: phoneOwnerId }),
        }
      return { message: fieldMessage ?? serverMessage(error) ?? describeError(error) }
    },
    [t, describeError],
  )
}

function serverMessage({ status, code, message }: Refusal): string | undefined {
  return status > 0 && code !== 'bug' && message !== '' ? message : undefined
}

/**
 * Edits one field at a time: a saved value shows at once, can be undone, and is reverted with an explanation when it is
 * rejected.
 */
export function useAttributeEditing() {
  const { t } = useLingui()
  const [editing, setAttribute] = useState<AttributeEditing>()
  const [saving, setSaving] = useState<Saving>()
  const [change] = useChangeContactMutation()
  const refusalOf = useAttributeRefusal()
  /** Starts editing a field, or cancels. */
  const setEditing = useCallback((next: AttributeEditing | undefined) => {
    setAttribute(next)
    setSaving((now) => (now?.kind === 'failed' ? undefined : now))
  }, [])

  async function save(contact: Contact, attribute: Attribute, value: AttributeValue, isShared = false): Promise<void> {
    const before = valueOf(contact, attribute.name)
    setAttribute(undefined)
    setSaving({ kind: 'saving' })
    const { error } = await change({
      id: contact.id,
      change: { ...changeOf(attribute.name, value), ...(isShared && { sharesPhone: true }) },
      guess: guessOf(contact, attribute.name, value),
    })
    if (error) {
      setSaving({ kind: 'failed' })
      setAttribute({
        contactId: contact.id,
        name: attribute.name,
        draft: value,
        refusal: refusalOf(error, attribute.name),
      })
      return
    }
    setSaving({ kind: 'saved', savedAt: new Date() })
    const { label } = attribute
    toast.undo({
      message: t`${label} updated.`,
      onUndo: () =>
        void change({
          id: contact.id,
          change: {
            ...changeOf(attribute.name, before),
            ...(attribute.name === 'phone' && { sharesPhone: contact.sharesPhone }),
          },
        }),
    })
  }
  return { editing, setEditing, saving, save }
}
