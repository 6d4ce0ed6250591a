import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { LateOverlay } from '../../../shared/ui/overlay/LateOverlay.tsx'
import { LazyNoteDialog } from '../../consent/index.ts'
import type { ConversationHeaderProps } from './ConversationHeader.tsx'

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'))
const ThreadChoices = lazyPart(() => import('./ThreadChoices.tsx'))

/** The menu of a conversation; its code loads when it opens. */
export function ThreadMenu(props: ConversationHeaderProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<'export' | 'optOut'>()
  const close = () => setDialog(undefined)
  const contact = props.conversation?.contact
  const name = contact ? fullName(contact) || (contact.phoneDisplay ?? '') : ''
  return (
    <>
      <LateOverlay
        button={
          <IconButton aria-label={t`More`}>
            <IconDots size={18} stroke={1.75} />
          </IconButton>
        }
        popup="menu"
        isOpen={isOpen}
        onOpen={setOpen}
        renderOverlay={(target, opened) => (
          <Menu opened={opened} onChange={setOpen} position="bottom-end" width={260}>
            <Menu.Target>{target}</Menu.Target>
            <Menu.Dropdown aria-label={t`More`}>
              <Suspense fallback={null}>
                <ThreadChoices {...props} onExport={() => setDialog('export')} onOptOut={() => setDialog('optOut')} />
              </Suspense>
            </Menu.Dropdown>
          </Menu>
        )}
      />
      {dialog && contact && (
        <Suspense fallback={null}>
          {dialog === 'export' ? (
            <ExportDialog contactId={contact.id} name={name} onClose={close} />
          ) : (
            <LazyNoteDialog contactId={contact.id} action="opt_out" onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
