import type { CustomField } from '@crewline/contract/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { DataTable } from '../../shared/ui/DataTable.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useEditCustomFieldMutation, useUsedCustomFieldsQuery } from './api.ts'
import { DeletedFields } from './DeletedFields.tsx'
import classes from './Fields.module.css'
import { useFieldColumns } from './useFieldColumns.tsx'

const FieldDrawer = lazy(() => import('./FieldDrawer.tsx'))

/** The form that is open stands in the address: `field=new`, or the id of a field. */
function useOpenField() {
  const [params, setParams] = useSearchParams()
  const set = (id: string | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (id === undefined) next.delete('field')
      else next.set('field', id)
      return next
    })
  return { openId: params.get('field') ?? undefined, open: set, close: () => set(undefined) }
}

/** The custom fields of the organization: added, changed, put in order, deleted and brought back. */
export default function FieldsScreen() {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const canManage = useCan('fields.manage')
  const { data, isError, refetch } = useUsedCustomFieldsQuery()
  const fields = data ?? []
  const { openId, open, close } = useOpenField()
  const [edit] = useEditCustomFieldMutation()
  const asked = fields.find(({ id }) => id === openId)
  const isOpen = canManage && (openId === 'new' || asked !== undefined)
  // While the drawer slides away it goes on showing what it showed.
  const [shown, setShown] = useState<{ field: CustomField | undefined }>()
  if (isOpen && (!shown || shown.field !== asked)) setShown({ field: asked })

  async function move({ id }: CustomField, position: number): Promise<void> {
    const { error } = await edit({ id, change: { position } })
    if (error) toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
  }
  const columns = useFieldColumns(
    canManage
      ? {
          count: fields.length,
          onEdit: ({ id }) => open(id),
          onMove: (field, position) => void move(field, position),
        }
      : undefined,
  )
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => open('new')}>
      <Trans>Add field</Trans>
    </Button>
  )
  return (
    <Screen
      title={t`Custom fields`}
      actions={
        <>
          <Anchor component={Link} to="/dashboard/contacts" className={classes.back ?? ''}>
            <Trans>Back to contacts</Trans>
          </Anchor>
          {canManage && fields.length > 0 && add}
        </>
      }
    >
      <p className={classes.lead}>
        <Trans>What you keep about people besides name and number. Use it in texts, filters and groups.</Trans>
      </p>
      {isError && !data ? (
        <StatePanel kind="error" onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t`Custom fields`}
          columns={columns}
          rows={fields}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          isLoading={data === undefined}
          {...(canManage && { onOpen: ({ id }: CustomField) => open(id) })}
          {...(openId && { activeKey: openId })}
          empty={
            <StatePanel
              kind="firstUse"
              icon={IconForms}
              title={t`Your fields will be here`}
              text={
                canManage
                  ? t`For example shift, badge number or the day a license runs out.`
                  : t`Owners and admins can add them.`
              }
              action={canManage && add}
            />
          }
        />
      )}
      {canManage && <DeletedFields />}
      {shown && (
        <Suspense fallback={null}>
          <FieldDrawer isOpen={isOpen} field={shown.field} onClose={close} />
        </Suspense>
      )}
    </Screen>
  )
}
