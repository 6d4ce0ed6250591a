import type { CustomField } from '@crewline/contract/fields'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { DataTable } from '../../shared/ui/table/DataTable.tsx'
import { Screen } from '../../shared/ui/Screen.tsx'
import { StatePanel } from '../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useEditCustomFieldMutation, useUsedCustomFieldsQuery } from './api.ts'
import { DeletedFields } from './DeletedFields.tsx'
import classes from './Fields.module.css'
import { useFieldColumns } from './useFieldColumns.tsx'

const FieldDrawer = lazy(() => import('./FieldDrawer.tsx'))

/** The open form is in the URL: `field=new`, or the id of a field. */
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

/** The custom fields of the organization: add, edit, sort, delete and restore them. */
export default function FieldsScreen() {
  const { t } = useLingui()
  const describeError = useErrorText()
  const canManage = useCan('fields.manage')
  const { data, isError, refetch } = useUsedCustomFieldsQuery()
  const fields = data ?? []
  const { openId, open, close } = useOpenField()
  const [edit] = useEditCustomFieldMutation()
  const requestedField = fields.find(({ id }) => id === openId)
  const isOpen = canManage && (openId === 'new' || requestedField !== undefined)
  // While the drawer slides out it keeps its content.
  const [drawer, setDrawer] = useState<{ field: CustomField | undefined }>()
  if (isOpen && (!drawer || drawer.field !== requestedField)) setDrawer({ field: requestedField })

  async function move({ id }: CustomField, position: number): Promise<void> {
    const { error } = await edit({ id, change: { position } })
    if (error) toast.failed(error, { title: t`Couldn't save`, message: describeError(error) })
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
        <Trans>Extra details about your contacts. Use them in texts, filters, and groups.</Trans>
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
              title={t`No custom fields yet`}
              text={
                canManage
                  ? t`For example, shift, badge number, or license expiration date.`
                  : t`Owners and admins can add fields.`
              }
              action={canManage && add}
            />
          }
        />
      )}
      {canManage && <DeletedFields />}
      {drawer && (
        <Suspense fallback={null}>
          <FieldDrawer isOpen={isOpen} field={drawer.field} onClose={close} />
        </Suspense>
      )}
    </Screen>
  )
}
