import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Anchor, Badge, Group, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { announce } from '../../shared/ui/announce.ts'
import { ContactStatus } from '../../shared/ui/ContactStatus.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import classes from './ContactFacts.module.css'
import { languageName } from './languages.ts'
import { standingOf } from './standing.ts'

export interface ContactFactsProps {
  contact: Contact
  /** Shows the way to the contact's own page. */
  withLink?: boolean
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Phone({ display }: { display: string }) {
  const { t } = useLingui()
  const { copy, copied } = useClipboard({ timeout: 2000 })
  return (
    <span className={classes.phone}>
      <bdi dir="ltr">{display}</bdi>
      <Tooltip label={copied ? t`Copied` : t`Copy number`}>
        <ActionIcon
          size={28}
          aria-label={t`Copy number`}
          onClick={() => {
            copy(display)
            announce(t`Copied`)
          }}
        >
          {copied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

/** What is known about a worker, in the order people ask for it; what is unknown is left out. */
export function ContactFacts({ contact, withLink = false }: ContactFactsProps) {
  const { t, i18n } = useLingui()
  const { phoneDisplay, language, jobTitle, location, groups, createdAt, optedOutAt } = contact
  const sources: Record<Contact['source'], string> = {
    manual: t`Added by a teammate`,
    import: t`Import`,
    hris: t`HR system`,
    optin: t`Opt-in page`,
    inbound: t`Texted first`,
    demo: t`Demo`,
  }
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t`Mobile`}>
          {phoneDisplay ? <Phone display={phoneDisplay} /> : <span className={classes.none}>{t`No mobile`}</span>}
        </Fact>
        <Fact label={t`Status`}>
          <ContactStatus standing={standingOf(contact)} />
          {optedOutAt && contact.reach === 'opted_out' && (
            <span className={classes.note}>
              <RelativeTime at={optedOutAt} />
            </span>
          )}
        </Fact>
        <Fact label={t`Language`}>{languageName(language, i18n.locale)}</Fact>
        {jobTitle && <Fact label={t`Job`}>{jobTitle}</Fact>}
        {location && <Fact label={t`Location`}>{location}</Fact>}
        <Fact label={t`Groups`}>
          {groups.length === 0 ? (
            <span className={classes.none}>{t`In no group`}</span>
          ) : (
            <Group gap={4}>
              {groups.map(({ id, name }) => (
                <Badge key={id} color="gray">
                  {name}
                </Badge>
              ))}
            </Group>
          )}
        </Fact>
        <Fact label={t`Added`}>
          <RelativeTime at={createdAt} /> <span className={classes.note}>{sources[contact.source]}</span>
        </Fact>
      </dl>
      {withLink && (
        <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`} mt="md" display="inline-block">
          <Trans>Open contact</Trans>
        </Anchor>
      )}
    </>
  )
}
