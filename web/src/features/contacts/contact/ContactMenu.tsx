import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconArrowsTransferUp,
  IconBan,
  IconDots,
  IconDownload,
  IconGavel,
  IconTrash,
  IconUserQuestion,
} from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { focusAfterRender } from '../../../shared/lib/focus-after-render.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'
import { canBeOptedOut, LazyNoteDialog } from '../../consent/index.ts'
import { LazyEraseDialog, LazyMergeDialog } from '../../privacy/index.ts'
import { LazyTransferDialog, useMayTransfer, useTransferTargetsQuery } from '../../transfers/index.ts'
import { useChangeContactMutation } from '../api.ts'

/** Menu with the actions on one contact: merge, export, opt out, archive, erase. */
export function ContactMenu({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canEdit = useCan('contacts.edit')
  const canExport = useCan('contacts.export')
  const canErase = useCan('contacts.erase')
  const canManageRecords = useCan('records.manage')
  const [change] = useChangeContactMutation()
  const { save, isSaving } = useSaveFile()
  const [open, setOpen] = useState<'merge' | 'transfer' | 'optOut' | 'erase'>()
  const may = useMayTransfer()
  const { data: targets = [] } = useTransferTargetsQuery(undefined, { skip: !may.transfer })
  const trigger = useRef<HTMLButtonElement>(null)
  if (!canEdit && !canExport) return null

  async function setArchived(archived: boolean): Promise<void> {
    const answer = await change({ id: contact.id, change: { archived }, guess: { archived } })
    if (answer.error) return
    toast.undo({
      message: archived ? t`Archived.` : t`Restored.`,
      onUndo: () => void change({ id: contact.id, change: { archived: !archived } }),
    })
  }
  // A dialog that is unmounted returns the focus to nothing.
  const close = () => {
    setOpen(undefined)
    focusAfterRender(() => trigger.current)
  }
  const take = (format: 'json' | 'pdf') =>
    void save(call('personalData', { query: { id: contact.id, format } }), `personal-data.${format}`)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={trigger} aria-label={t`More`} loading={isSaving}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`More`}>
          {canEdit && (
            <Menu.Item
              leftSection={<IconArrowMerge size={16} stroke={1.75} />}
              disabled={contact.archived}
              onClick={() => setOpen('merge')}
            >
              <Trans>Merge…</Trans>
            </Menu.Item>
          )}
          {may.transfer && targets.length > 0 && (
            <Menu.Item
              leftSection={<IconArrowsTransferUp size={16} stroke={1.75} />}
              disabled={contact.archived}
              onClick={() => setOpen('transfer')}
            >
              <Trans>Transfer to another organization…</Trans>
            </Menu.Item>
          )}
          {canExport && (
            <>
              <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => take('json')}>
                <Trans>Export personal data</Trans>
              </Menu.Item>
              <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => take('pdf')}>
                <Trans>Export personal data as PDF</Trans>
              </Menu.Item>
            </>
          )}
          {canEdit && (
            <Menu.Item
              leftSection={
                contact.archived ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />
              }
              onClick={() => void setArchived(!contact.archived)}
            >
              {contact.archived ? <Trans>Restore</Trans> : <Trans>Archive</Trans>}
            </Menu.Item>
          )}
          {canEdit && canBeOptedOut(contact) && (
            <Menu.Item leftSection={<IconBan size={16} stroke={1.75} />} onClick={() => setOpen('optOut')}>
              <Trans>Opt out…</Trans>
            </Menu.Item>
          )}
          {canManageRecords && (
            <>
              <Menu.Item
                component={Link}
                to={`/dashboard/settings?tab=data&request=${contact.id}#subject-requests`}
                leftSection={<IconUserQuestion size={16} stroke={1.75} />}
              >
                <Trans>Log a data request…</Trans>
              </Menu.Item>
              <Menu.Item
                component={Link}
                to={`/dashboard/settings?tab=data&hold=${contact.id}#legal-holds`}
                leftSection={<IconGavel size={16} stroke={1.75} />}
              >
                <Trans>Place a legal hold…</Trans>
              </Menu.Item>
            </>
          )}
          {canErase && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setOpen('erase')}>
              <Trans>Erase…</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {open === 'merge' && (
          <LazyMergeDialog
            contactId={contact.id}
            isOpen
            onClose={close}
            onMerged={(id) => void navigate(`/dashboard/contacts/${id}`, { replace: true })}
          />
        )}
        {open === 'transfer' && <LazyTransferDialog contact={contact} onClose={close} />}
        {open === 'optOut' && <LazyNoteDialog contactId={contact.id} action="opt_out" onClose={close} />}
        {open === 'erase' && (
          <LazyEraseDialog
            contact={contact}
            isOpen
            onClose={close}
            onErased={() => void navigate('/dashboard/contacts', { replace: true })}
          />
        )}
      </Suspense>
    </>
  )
}
