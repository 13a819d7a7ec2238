// Loaded into the server before its main file. The server runs outside the terminal's process group;
// when anyone who started it is gone, killed included, it ends in order instead of staying behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
