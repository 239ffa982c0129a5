//! Tests of the binary, from end to end: a module for each subject, and one program for all, since linking takes longer than most of
//! them. `one_at_a_time` has those that bear no other beside them, and `builds` those that hardly measure.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../report/tests/generated/mod.rs"]
mod generated;

mod config;
mod documented;
mod fastinfoset;
mod faults;
mod gate;
mod historical;
mod hostile_rpc;
mod http;
mod init;
mod interrupted;
mod kubernetes;
mod kv;
mod load;
mod load_figures;
mod many;
mod method;
mod netns;
mod newcomers;
mod outputs;
mod report;
mod rpc;
mod run;
mod sbw;
mod screens;
mod serve;
mod shell;
mod sizes;
mod slurm;
mod spread;
mod start;
mod store;
mod stores;
mod tap;
mod turns;
mod types;
