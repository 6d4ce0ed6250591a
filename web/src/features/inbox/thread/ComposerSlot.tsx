import type { ContactSummary } from '@crewline/contract/contacts'
import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import {
  IconArchive,
  IconBan,
  IconDeviceLandlinePhone,
  IconDeviceMobileOff,
  IconEye,
  IconPlayerPause,
  IconPhoneOff,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { isViewing } from '../../../shared/lib/viewing.ts'
import { useContactQuery } from '../../contacts/index.ts'
import { Composer } from '../../messages/index.ts'
import { useTextsWaitQuery } from '../state/related-api.ts'
import classes from './Thread.module.css'

export interface ComposerSlotProps {
  contact: ContactSummary
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  isArchived: boolean
  /** Moves the conversation back to open. */
  onOpen: () => void
  /** Archives the conversation after its message was sent; absent where that is not offered. */
  onSentAndArchive?: () => void
}

function Blocked({ icon: IconComponent, children }: { icon: Icon; children: ReactNode }) {
  return (
    <div className={classes.blocked} data-no-composer>
      <IconComponent size={20} stroke={1.75} aria-hidden />
      <p>{children}</p>
    </div>
  )
}

function OptedOut({ contact }: { contact: ContactSummary }) {
  const { t, i18n } = useLingui()
  const { data } = useContactQuery(contact.id)
  const name = contact.firstname || contact.phoneDisplay || t`This contact`
  const day = data?.optedOutAt ? formatDate(data.optedOutAt, 'longDay', i18n.locale) : ''
  return (
    <Blocked icon={IconBan}>
      {day ? (
        <Trans>
          {name} opted out on {day}, so you can't text this number. They can text START to opt back in.
        </Trans>
      ) : (
        <Trans>{name} opted out, so you can't text this number. They can text START to opt back in.</Trans>
      )}
    </Blocked>
  )
}

const pollMs = 60_000

/** Warns that messages wait because every number is paused; links to the settings for a member who may resume one. */
function PausedNotice() {
  const canManage = useCan('lines.manage')
  const { data: areAllPaused = false } = useTextsWaitQuery(undefined, {
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: pollMs / 1000,
  })
  if (!areAllPaused) return null
  return (
    <div className={classes.waits} role="status">
      <IconPlayerPause size={16} stroke={1.75} aria-hidden />
      <span>
        <Trans>Your numbers are paused. Texts will wait until you resume one.</Trans>{' '}
        {canManage && (
          <Anchor component={Link} to="/dashboard/settings?tab=numbers">
            <Trans>View numbers</Trans>
          </Anchor>
        )}
      </span>
    </div>
  )
}

/** Shows the composer, or explains why no message can be sent. */
export function ComposerSlot({ contact, field, filled, isArchived, onOpen, onSentAndArchive }: ComposerSlotProps) {
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const canEdit = useCan('contacts.edit')
  const name = contact.firstname || contact.phoneDisplay || t`This contact`
  const edit = canEdit && (
    <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`}>
      <Trans>Edit number</Trans>
    </Anchor>
  )
  if (isViewing()) {
    return (
      <Blocked icon={IconEye}>
        <Trans>You can't write while you view as a teammate.</Trans>
      </Blocked>
    )
  }
  if (!canReply) {
    return (
      <Blocked icon={IconBan}>
        <Trans>You have view-only access.</Trans>
      </Blocked>
    )
  }
  if (contact.reach === 'opted_out') return <OptedOut contact={contact} />
  if (contact.reach === 'no_mobile') {
    return (
      <Blocked icon={IconDeviceMobileOff}>
        <Trans>Add a mobile number to text {name}.</Trans> {edit}
      </Blocked>
    )
  }
  if (contact.reach === 'landline') {
    return (
      <Blocked icon={IconDeviceLandlinePhone}>
        <Trans>This is a landline. It can't get texts.</Trans> {edit}
      </Blocked>
    )
  }
  if (contact.reach === 'not_in_use') {
    return (
      <Blocked icon={IconPhoneOff}>
        <Trans>This number isn't in service.</Trans> {edit}
      </Blocked>
    )
  }
  return (
    <>
      {isArchived && (
        <div className={classes.archived}>
          <IconArchive size={16} stroke={1.75} aria-hidden />
          <Trans context="conversation">Archived</Trans>
          <Button size="compact-sm" variant="subtle" onClick={onOpen}>
            <Trans>Reopen</Trans>
          </Button>
        </div>
      )}
      <PausedNotice />
      <Composer
        key={contact.id}
        contact={contact}
        field={field}
        filled={filled}
        onSentAndArchive={isArchived ? undefined : onSentAndArchive}
      />
    </>
  )
}
