import { useLingui } from '@lingui/react/macro'
import { ActionIcon, CloseButton, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { memo } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { useSettledLoading } from '../../../shared/ui/feedback/useSettledLoading.ts'
import { ContactAttributes, useContactQuery } from '../../contacts/index.ts'
import { useThreadInfiniteQuery } from '../api.ts'
import classes from './ContactPanel.module.css'
import { ScheduledTexts } from '../thread/ScheduledTexts.tsx'
import { ContactSummary } from './ContactSummary.tsx'
import { ThreadFiles } from './ThreadFiles.tsx'
import { useFollowing } from '../thread/useAfterPaint.ts'

export interface ContactPanelProps {
  id: string
  isPhone: boolean
  onSnooze: (id: string, until: string | null) => void
  onClose: () => void
}

/**
 * Shows the contact of the open conversation; a page of its own on a phone. It renders after the messages, which
 * respond to the click first.
 */
export default function ContactPanel({ id, ...rest }: ContactPanelProps) {
  return <PanelContent {...rest} id={useFollowing(id)} />
}

const PanelContent = memo(function PanelContent({ id, isPhone, onSnooze, onClose }: ContactPanelProps) {
  const { t } = useLingui()
  const { currentData: contact, isError, refetch } = useContactQuery(id)
  const { currentData: thread } = useThreadInfiniteQuery({ id, around: '' })
  const conversation = thread?.pages[0]?.conversation
  const showsSkeleton = useSettledLoading(!contact && !isError)
  return (
    <aside className={classes.panel} aria-label={t`Contact`}>
      <header className={classes.head}>
        {isPhone && (
          <ActionIcon onClick={onClose} aria-label={t`Back`}>
            <IconArrowLeft size={20} stroke={1.75} className="mantine-rotate-rtl" />
          </ActionIcon>
        )}
        <Title order={isPhone ? 1 : 2} size="h3" className={classes.name}>
          <bdi>{contact ? fullName(contact) || contact.phoneDisplay || t`No name` : t`Contact`}</bdi>
        </Title>
        {!isPhone && <CloseButton onClick={onClose} aria-label={t`Hide contact`} />}
      </header>
      <div className={classes.body}>
        {contact && <ContactAttributes contact={contact} withLink />}
        {/* Beside a thread its header has this. */}
        {isPhone && conversation && <ContactSummary row={conversation} onSnooze={(until) => onSnooze(id, until)} />}
        {contact && <ScheduledTexts contactId={id} />}
        {contact && <ThreadFiles contactId={id} />}
        {showsSkeleton && !contact && <SkeletonRows count={6} height={44} />}
        {isError && !contact && <StatePanel kind="error" compact onRetry={() => void refetch()} />}
      </div>
    </aside>
  )
})
