import { SegmentedControl, Title } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { FormSections } from './FormSections.tsx'
import classes from './Gallery.module.css'
import { ListSections } from './ListSections.tsx'
import { OverlaySections } from './OverlaySections.tsx'
import { ContactSections } from './ContactSections.tsx'
import { TokenSections } from './TokenSections.tsx'

type Scheme = 'light' | 'dark' | 'both'

const contents: [part: string, links: [id: string, name: string][]][] = [
  [
    'Foundations',
    [
      ['colors', 'Colour scales'],
      ['roles', 'Colour roles'],
      ['type', 'Type'],
      ['space', 'Space'],
      ['depth', 'Corners and depth'],
    ],
  ],
  [
    'Parts',
    [
      ['buttons', 'Buttons and badges'],
      ['inputs', 'Inputs'],
      ['form', 'Forms'],
    ],
  ],
  [
    'Lists',
    [
      ['filter-bar', 'FilterBar'],
      ['data-table', 'DataTable'],
      ['skeleton-rows', 'SkeletonRows'],
      ['state-panel', 'StatePanel'],
    ],
  ],
  [
    'People',
    [
      ['person-avatar', 'PersonAvatar'],
      ['person-chip', 'PersonChip'],
      ['status-tick', 'StatusTick'],
      ['contact-status', 'ContactStatus'],
      ['small-things', 'Small things'],
    ],
  ],
  [
    'Layers',
    [
      ['banner', 'Banner'],
      ['reconnecting-strip', 'ReconnectingStrip'],
      ['toast', 'toast'],
      ['overlays', 'Overlays'],
    ],
  ],
]

function schemeOf(search: URLSearchParams): Scheme {
  const requestedScheme = search.get('scheme')
  if (requestedScheme === 'light' || requestedScheme === 'dark' || requestedScheme === 'both') return requestedScheme
  return document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark' ? 'dark' : 'light'
}

function SchemeSwitch({ scheme, onChange }: { scheme: Scheme; onChange: (scheme: Scheme) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Colour scheme"
      value={scheme}
      onChange={(value) => onChange(value)}
      data={[
        { value: 'light', label: 'Light' },
        { value: 'dark', label: 'Dark' },
        { value: 'both', label: 'Side by side' },
      ]}
    />
  )
}

/** Shows every shared component in every state. `?scheme=light|dark|both`, `?dir=rtl`. */
export function Gallery() {
  const [search, setSearch] = useSearchParams()
  const scheme = schemeOf(search)
  const isFrame = search.has('frame')
  const choose = (next: Scheme) => setSearch({ scheme: next }, { replace: true })

  useLayoutEffect(() => {
    document.title = 'Crewline | Gallery'
    // The page follows the URL, not the cookie, so that its screenshots are always the same.
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme === 'dark' ? 'dark' : 'light')
    document.documentElement.dir = search.get('dir') === 'rtl' ? 'rtl' : 'ltr'
  }, [scheme, search])

  if (scheme === 'both') {
    return (
      <main>
        <div className={classes.barTop}>
          <Title order={1}>Gallery</Title>
          <SchemeSwitch scheme={scheme} onChange={choose} />
        </div>
        <div className={classes.frames}>
          <iframe title="Light" src="/dev/gallery?scheme=light&frame" />
          <iframe title="Dark" src="/dev/gallery?scheme=dark&frame" />
        </div>
      </main>
    )
  }

  return (
    <div className={isFrame ? undefined : classes.layout}>
      {!isFrame && (
        <nav className={classes.side} aria-label="Components">
          <div className={classes.brand}>
            <img src={new URL('../../app/favicon.svg', import.meta.url).href} width={24} height={24} alt="" />
            Crewline
          </div>
          {contents.map(([part, links]) => (
            <div key={part}>
              <p className={classes.part}>{part}</p>
              {links.map(([id, name]) => (
                <a key={id} className={classes.link} href={`#${id}`}>
                  {name}
                </a>
              ))}
            </div>
          ))}
        </nav>
      )}
      <main className={classes.main}>
        <div className={classes.head}>
          <Title order={1}>Gallery</Title>
          {!isFrame && <SchemeSwitch scheme={scheme} onChange={choose} />}
        </div>
        <p className={classes.lead}>
          Every shared part of the interface in every state. Use these before you draw a new one.
        </p>
        <TokenSections />
        <FormSections />
        <ListSections />
        <ContactSections />
        <OverlaySections />
      </main>
    </div>
  )
}
