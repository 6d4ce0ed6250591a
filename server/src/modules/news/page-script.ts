// Tells the page's own server once when three quarters of the issue were on the screen. Without a script nothing is told, and
// the reader is counted all the same.
const DEPTH_SCRIPT = `(()=>{
const article=document.querySelector('article');
if(!article||!navigator.sendBeacon)return;
let isDone=false;
const look=()=>{
if(isDone||document.visibilityState!=='visible')return;
const {top,height}=article.getBoundingClientRect();
if(innerHeight-top<height*.75)return;
isDone=true;
removeEventListener('scroll',look);
navigator.sendBeacon(location.pathname+'/depth'+location.search);
};
addEventListener('scroll',look,{passive:true});
document.addEventListener('visibilitychange',look);
look();
})()`

// Sends the answer to a poll once, however often the button is tapped. One that is sent again by a reload has the same `n`,
// by which the server knows it.
const POLL_SCRIPT = `(()=>{
for(const form of document.querySelectorAll('form.poll')){
let isSent=false;
form.addEventListener('submit',(event)=>{
if(isSent){event.preventDefault();return}
isSent=true;
if(crypto.randomUUID)form.elements.namedItem('n').value=crypto.randomUUID();
});
addEventListener('pageshow',()=>{isSent=false});
}
})()`

/** The script of an issue that readers open. */
export const PAGE_SCRIPT = `${POLL_SCRIPT};${DEPTH_SCRIPT}`
