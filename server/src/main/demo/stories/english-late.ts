/** Dialogues about lateness, sickness, absence, weather. */
export const LATE = `
< [Running|Gonna be] {minutes} min late, [train is stopped|traffic on the expressway|flat tire|bus never came]
> Thanks for letting us know. I told {lead} on {line}. Drive safe
< ok thank you

< Not coming in today, [fever all night|stomach flu|my back went out]
> Sorry to hear that. Feel better! Is it your first day out?
< yes
> OK, you're marked sick today. If it's more than 3 days please bring a note
< [will do, thanks|ok]

< My car won't start. Is anyone coming from the {line} side near Cermak?
> {lead} passes there in 10 minutes. Should I pass on your number?
< Yes please
> Done, you'll get a call
< [Got the ride, thank you both!|In the car, be there in 15]

> {first}, we missed you at the start of the shift. Is everything OK?
< [Overslept, so sorry. Leaving now|Alarm didn't go off. On my way]
> OK, come in. Please text before the shift next time, so we can move people

> Hi {first}, you're not clocked in yet. Are you on site?
< I am, the clock didn't read my badge
> Thanks, I'll enter your start time for you. Stop by for a new badge on break
< [ok thanks|👍 will come at lunch]

< my kid's school closed early, have to pick her up
> Go, family first. {lead} will take your station. Text me if you can't make it tomorrow
< Thank you for understanding 🙏
<(later) She's fine, it was just a water pipe. I'll be in tomorrow
> Glad to hear it

< Is the plant open with this storm?
> Yes, open. Second shift starts at 4 instead of 2. Don't risk it if your road is flooded, just text us
< [ok I'll wait for the later start|Road's fine here, be there at 4]

< Highway is closed both ways, accident. I can be there maybe {minutes} min late
> Not your fault, we see it on the traffic map. No points for today
< [appreciate you|Whew ok thanks]

< I need {weekday} off for a funeral. My uncle passed
> I'm so sorry, {first}. Take {weekday} and the day after, both paid as bereavement. Send me any paper later, no hurry
< Thank you {me}, that means a lot
> We're thinking of you and your family

< do i get a point for yesterday
> No. You texted 2 hours before the shift, that's what counts
< [ok good|Phew]

< Coming back tomorrow, feeling much better
> Great news! {line} at {start}, same as before
< [see you|👍]

< Test came back positive 😷 what now
> Stay home and rest. HR will call you today about paid sick days. When did it start?
< last night
> Then you can come back once you're 24 hours without fever. Text us how you feel
< Will do. Thanks
<(later) 24 hours no fever 💪
> Welcome back! {start} tomorrow, light duty on {line}

< locked out of my house waiting on locksmith, {minutes} min late at least
> OK thanks for the heads up. Good luck with the door 🔑
< lol thanks
`
