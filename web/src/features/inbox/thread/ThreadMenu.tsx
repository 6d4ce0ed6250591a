import { useLingui } from '@lingui/react/macro'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { fullName } from '../../../shared/lib/session/state.ts'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { LateOverlay } from '../../../shared/ui/overlay/LateOverlay.tsx'
import type { ConversationHeaderProps } from './ConversationHeader.tsx'

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'))
const ThreadChoices = lazyPart(() => import('./ThreadChoices.tsx'))

/** The menu of a conversation; its code loads when it opens. */
export function ThreadMenu(props: ConversationHeaderProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isExporting, setExporting] = useState(false)
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
                <ThreadChoices {...props} onExport={() => setExporting(true)} />
              </Suspense>
            </Menu.Dropdown>
          </Menu>
        )}
      />
      {isExporting && contact && (
        <Suspense fallback={null}>
          <ExportDialog contactId={contact.id} name={name} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}
