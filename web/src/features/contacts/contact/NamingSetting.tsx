import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import classes from './Naming.module.css'
import { useContactNamingQuery, useSetContactNamingMutation } from '../naming-api.ts'

/**
 * Whether news may name a contact. Shown where a celebration names people in news, and where the contact is left out
 * already.
 */
export function NamingSetting({ contactId, canEdit }: { contactId: string; canEdit: boolean }) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { currentData: naming } = useContactNamingQuery(contactId)
  const [save, { isLoading, originalArgs }] = useSetContactNamingMutation()
  if (!naming || (naming.isNamed && !naming.isUsed)) return null
  const isNamed = isLoading && originalArgs?.contactId === contactId ? originalArgs.isNamed : naming.isNamed

  async function choose(next: boolean): Promise<void> {
    const { error } = await save({ contactId, isNamed: next })
    if (error) return toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
    announce(t`Saved`)
    toast.undo({
      message: next ? t`News can name this person again.` : t`News no longer names this person.`,
      onUndo: () => void save({ contactId, isNamed: !next }),
    })
  }
  return (
    <Switch
      className={classes.naming}
      label={t`Name in news`}
      description={t`News and emails about celebrations name this person on their birthday or work anniversary.`}
      checked={isNamed}
      disabled={!canEdit}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  )
}
