import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { LateOverlay } from '../../../shared/ui/overlay/LateOverlay.tsx'
import { useViewsQuery } from '../state/related-api.ts'
import type { ConversationFilter } from '../state/list-filter.ts'
import classes from './ConversationList.module.css'
import { isSameView } from './saved-view.ts'
import type { CompactList } from './useCompactList.ts'
import { otherViews, useViewNames } from './useViewNames.ts'

const SaveView = lazyPart(() => import('./SaveView.tsx'))
const ViewChoices = lazyPart(() => import('./ViewChoices.tsx'))

export interface ViewMenuProps {
  filter: ConversationFilter
  onShow: (filter: ConversationFilter) => void
  /** Starts selecting conversations; absent where every row has its own checkbox. */
  onSelect?: (() => void) | undefined
  /** The row height setting; absent on a touch screen, where rows have touch size. */
  compact?: CompactList | undefined
}

/** Menu with the views other than Waiting, Open and Unread, the saved views, and an item to save the current list. */
export function ViewMenu({ filter, onShow, onSelect, compact }: ViewMenuProps) {
  const { t } = useLingui()
  const names = useViewNames()
  const { data: views = [] } = useViewsQuery()
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const saved = views.find((view) => isSameView(view, filter))
  const otherView = otherViews.find((view) => view === filter.status)
  const shown = saved?.name ?? (otherView && names[otherView])
  return (
    <>
      <LateOverlay
        button={
          <Button
            className={classes.views ?? ''}
            size="xs"
            variant={shown ? 'light' : 'default'}
            aria-label={shown ? t`View: ${shown}` : t`More views`}
            rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
          >
            {shown ? <bdi>{shown}</bdi> : <Trans>Views</Trans>}
          </Button>
        }
        popup="menu"
        isOpen={isOpen}
        onOpen={setOpen}
        renderOverlay={(target, opened) => (
          <Menu opened={opened} onChange={setOpen} position="bottom-end" width={260}>
            <Menu.Target>{target}</Menu.Target>
            <Menu.Dropdown aria-label={t`Views`}>
              <Suspense fallback={null}>
                <ViewChoices {...{ filter, onShow, onSelect, compact, views, saved }} onSave={() => setSaving(true)} />
              </Suspense>
            </Menu.Dropdown>
          </Menu>
        )}
      />
      {isSaving && (
        <Suspense fallback={null}>
          <SaveView filter={filter} onSaved={onShow} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
