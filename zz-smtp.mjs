import { SMTPServer } from 'smtp-server';
import { appendFileSync, writeFileSync } from 'node:fs';
let n=0;
new SMTPServer({ authOptional:true, disabledCommands:['STARTTLS'], onData(stream,session,cb){ let s=''; stream.on('data',d=>s+=d); stream.on('end',()=>{ n++; writeFileSync(`/tmp/mail-${n}.eml`, s); cb(); }); } }).listen(2525,'127.0.0.1');
setTimeout(()=>process.exit(0), 90*60e3);
