import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmCount } from '../../shared/ui/overlay/ConfirmCount.tsx'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useDeleteFormMutation, useDuplicateFormMutation, useSetFormStateMutation } from './api.ts'
import { FormStatusBadge } from './useFormColumns.tsx'

const LIST = '/dashboard/apps/forms'

/** Closes, opens, duplicates, archives or deletes a form. */
export function FormMenu({ form }: { form: Form }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const messageFor = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [setState] = useSetFormStateMutation()
  const [duplicate] = useDuplicateFormMutation()
  const [remove] = useDeleteFormMutation()
  const { id } = form
  async function set(to: 'open' | 'closed' | 'archived' | 'unarchived'): Promise<void> {
    const { error } = await setState({ id, to })
    if (error) toast.api({ title: t`Not changed`, message: messageFor(error) }, 'ERROR')
  }
  async function copy(): Promise<void> {
    const { data, error } = await duplicate(id)
    if (data) void navigate(`${LIST}/${data.id}`)
    else toast.api({ title: t`Not duplicated`, message: messageFor(error) }, 'ERROR')
  }
  async function confirm(): Promise<void> {
    setAsking(false)
    const { error } = await remove(id)
    if (error) toast.api({ title: t`Not deleted`, message: messageFor(error) }, 'ERROR')
    else void navigate(LIST, { replace: true })
  }
  return (
    <>
      <FormStatusBadge form={form} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={t`More actions`}>
            <IconDotsVertical size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {form.status === 'open' && (
            <Menu.Item onClick={() => void set('closed')}>
              <Trans>Close</Trans>
            </Menu.Item>
          )}
          {form.status === 'closed' && !form.archived && (
            <Menu.Item onClick={() => void set('open')}>
              <Trans>Open again</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void copy()}>
            <Trans>Duplicate</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => void set(form.archived ? 'unarchived' : 'archived')}>
            {form.archived ? <Trans>Return from the archive</Trans> : <Trans>Archive</Trans>}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => setAsking(true)}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmCount
        isOpen={isAsking}
        title={t`Delete this form?`}
        confirmLabel={t`Delete form`}
        isDestructive
        onCancel={() => setAsking(false)}
        onConfirm={() => void confirm()}
      >
        <Trans>Its answers are deleted too, and its link and posters stop working.</Trans>
      </ConfirmCount>
    </>
  )
}
