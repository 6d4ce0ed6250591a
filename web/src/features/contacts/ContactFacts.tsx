import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ContactStatus } from '../../shared/ui/ContactStatus.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import classes from './ContactFacts.module.css'
import { CopyNumber } from './CopyNumber.tsx'
import { languageName } from './languages.ts'
import { standingOf } from './standing.ts'
import { useSourceWords } from './useSourceWords.ts'

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

/** What is known about a worker, in the order people ask for it; what is unknown is left out. */
export function ContactFacts({ contact, withLink = false }: ContactFactsProps) {
  const { t, i18n } = useLingui()
  const { phoneDisplay, language, jobTitle, location, groups, createdAt, optedOutAt, suspectSince } = contact
  const sources = useSourceWords()
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t`Mobile`}>
          {phoneDisplay ? <CopyNumber display={phoneDisplay} /> : <span className={classes.none}>{t`No mobile`}</span>}
        </Fact>
        <Fact label={t`Status`}>
          <ContactStatus standing={standingOf(contact)} />
          {optedOutAt && contact.reach === 'opted_out' && (
            <span className={classes.note}>
              <RelativeTime at={optedOutAt} />
            </span>
          )}
          {suspectSince && (
            <p className={classes.note}>
              <Trans>May not be their number any more, since</Trans> <RelativeTime at={suspectSince} />
            </p>
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
