import type { ContactHead } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import {
  IconArchive,
  IconBan,
  IconDeviceLandlinePhone,
  IconDeviceMobileOff,
  IconPlayerPause,
  IconPhoneOff,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { useContactQuery } from '../contacts/index.ts'
import { Composer } from '../messages/index.ts'
import { useTextsWaitQuery } from './beside-api.ts'
import classes from './Thread.module.css'

export interface ComposerSlotProps {
  contact: ContactHead
  field: RefObject<HTMLTextAreaElement | null>
  filled: { body: string } | undefined
  isArchived: boolean
  /** Moves the conversation back to open. */
  onOpen: () => void
  /** Archives the conversation after its text went; absent where that is not offered. */
  onSentAndArchive?: () => void
}

function Blocked({ icon: Shown, children }: { icon: Icon; children: ReactNode }) {
  return (
    <div className={classes.blocked} data-no-composer>
      <Shown size={20} stroke={1.75} aria-hidden />
      <p>{children}</p>
    </div>
  )
}

function OptedOut({ contact }: { contact: ContactHead }) {
  const { t, i18n } = useLingui()
  const { data } = useContactQuery(contact.id)
  const name = contact.firstname || contact.phoneDisplay || t`This person`
  const day = data?.optedOutAt ? i18n.date(new Date(data.optedOutAt), { day: 'numeric', month: 'long' }) : ''
  return (
    <Blocked icon={IconBan}>
      {day ? (
        <Trans>
          {name} opted out on {day}, so you can't text this number. {name} can text START to join again.
        </Trans>
      ) : (
        <Trans>
          {name} opted out, so you can't text this number. {name} can text START to join again.
        </Trans>
      )}
    </Blocked>
  )
}

const askedAgainMs = 60_000

/** That what is sent now waits, where every number is paused; who may resume one is led there. */
function TextsWait() {
  const canManage = useCan('lines.manage')
  const { data: doWait = false } = useTextsWaitQuery(undefined, {
    pollingInterval: askedAgainMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: askedAgainMs / 1000,
  })
  if (!doWait) return null
  return (
    <div className={classes.waits} role="status">
      <IconPlayerPause size={16} stroke={1.75} aria-hidden />
      <span>
        <Trans>Your numbers are paused. Texts wait until one is resumed.</Trans>{' '}
        {canManage && (
          <Anchor component={Link} to="/dashboard/settings?tab=numbers">
            <Trans>Open numbers</Trans>
          </Anchor>
        )}
      </span>
    </div>
  )
}

/** Where an answer is written, or in plain words why none can be. */
export function ComposerSlot({ contact, field, filled, isArchived, onOpen, onSentAndArchive }: ComposerSlotProps) {
  const { t } = useLingui()
  const canReply = useCan('inbox.reply')
  const canEdit = useCan('contacts.edit')
  const name = contact.firstname || contact.phoneDisplay || t`This person`
  const edit = canEdit && (
    <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`}>
      <Trans>Edit number</Trans>
    </Anchor>
  )
  if (!canReply) {
    return (
      <Blocked icon={IconBan}>
        <Trans>Your role can read messages but not write them.</Trans>
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
        <Trans>This number is not in use.</Trans> {edit}
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
            <Trans>Move to open</Trans>
          </Button>
        </div>
      )}
      <TextsWait />
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
