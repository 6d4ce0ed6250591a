import type { CustomField } from '@crewline/contract/fields'
import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { refusalOf } from '../../shared/api/send.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useDeletedCustomFieldsQuery, useRestoreCustomFieldMutation } from './api.ts'
import classes from './Fields.module.css'

const retentionMs = 30 * 24 * 3_600_000

function DeletedField({ field }: { field: CustomField }) {
  const { t, i18n } = useLingui()
  const describeError = useErrorText()
  const [restore, { isLoading }] = useRestoreCustomFieldMutation()
  const { id, name, deletedAt, valueCount = 0 } = field
  const until = formatDate(Date.parse(deletedAt ?? '') + retentionMs, 'day', i18n.locale)

  async function restoreField(): Promise<void> {
    const { error } = await restore(id)
    if (!error) return
    const refusal = refusalOf<'restoreCustomField'>(error)
    const isBlocked = refusal?.code === 'cannot_restore' || refusal?.code === 'too_many'
    const message = isBlocked ? refusal.message : describeError(error)
    toast.failed(error, { title: t`Couldn't restore`, message })
  }
  return (
    <li className={classes.deleted}>
      <div>
        <bdi className={classes.deletedName}>{name}</bdi>
        <p className={classes.hint}>
          <Trans>Kept until {until}</Trans>
          {' · '}
          <Plural value={valueCount} one="# contact has a value" other="# contacts have a value" />
        </p>
      </div>
      <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void restoreField()}>
        <Trans>Restore</Trans>
      </Button>
    </li>
  )
}

/** Lists the fields deleted in the last 30 days, which can be restored; renders nothing when there are none. */
export function DeletedFields() {
  const { t } = useLingui()
  const { data = [] } = useDeletedCustomFieldsQuery()
  if (data.length === 0) return null
  return (
    <section className={classes.deletedFields} aria-label={t`Deleted fields`}>
      <Title order={2} size="h3">
        <Trans>Deleted fields</Trans>
      </Title>
      <ul className={classes.deletedList}>
        {data.map((field) => (
          <DeletedField key={field.id} field={field} />
        ))}
      </ul>
    </section>
  )
}
